"""The parts of a year's page. Each takes the desk and answers with what its template needs, or None where it has nothing to say."""

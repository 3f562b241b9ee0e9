from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0005_who_takes_a_club_over")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="second_step",
            field=models.BooleanField(default=False, verbose_name="administrators need a second step at log-in"),
        ),
    ]

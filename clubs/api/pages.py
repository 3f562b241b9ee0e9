"""Long lists, a page at a time. A page names the next by an address; nothing shifts when something is added meanwhile."""

from binascii import Error as NotBase64
from collections.abc import Callable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import NotFound, ParseError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

USUAL, MOST = 50, 200


class PageQuery(serializers.Serializer):
    cursor = serializers.CharField(required=False, max_length=400, help_text="From `next` or `previous` of a page.")
    limit = serializers.IntegerField(required=False, min_value=1, max_value=MOST, help_text="Rows on a page.")


class _Pages(CursorPagination):
    page_size = USUAL
    max_page_size = MOST
    page_size_query_param = "limit"


def page(
    request: Request, rows: QuerySet[Any], order: Sequence[str], each: Callable[[list[Any]], list[Any]]
) -> dict[str, Any]:
    """A page of rows in an order, made into what is shown by ``each``, with the addresses of its neighbours."""
    pages = _Pages()
    pages.ordering = tuple(order)
    try:
        found = pages.paginate_queryset(rows, request) or []
    except (NotFound, NotBase64, ValueError, TypeError, OverflowError, ValidationError, DataError):
        raise ParseError(_("This cursor leads nowhere. Begin with the first page."), "bad_cursor") from None
    return {"next": pages.get_next_link(), "previous": pages.get_previous_link(), "results": each(list(found))}


def page_of(shape: type[serializers.Serializer]) -> type[serializers.Serializer]:
    """The serializer of a page of these."""
    name = f"{shape.__name__}Page"
    return type(
        name,
        (serializers.Serializer,),
        {
            "__doc__": None,
            "next": serializers.CharField(allow_null=True, help_text="The address of the next page."),
            "previous": serializers.CharField(allow_null=True),
            "results": shape(many=True),
        },
    )

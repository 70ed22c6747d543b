"""The page of settings is made from the table."""

from make_settings_page import PAGE, settings_page

from linnet.recipe.table import recipe_rows, rows


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == settings_page(), "run tools/make_settings_page.py"


def test_every_setting_is_on_the_page():
    page = settings_page()
    for row in (*recipe_rows(), *rows("reading")):
        assert f"`{row.name}`" in page
        for option in row.options:
            assert f"`{option}`" in page


def test_every_setting_has_a_page_that_tells_more():
    for row in (*recipe_rows(), *rows("reading")):
        assert (PAGE.parent / row.page).exists()

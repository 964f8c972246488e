"""What a reader of Spanish or Dutch would stumble over: each of these was wrong once."""

import re
from pathlib import Path

import pytest
from support import sites
from support.browser import free_tab, new_tab, opening
from support.viewing import games

from arena.pages.viewer import page
from arena.pages.viewer.cards import card_in_words
from arena.pages.words import LANGUAGES, Words
from arena.replay.record import Record

THOUSANDS = {"en": "1,234", "es": "1.234", "nl": "1.234"}


def test_the_court_cards_of_tarot_have_the_words_of_the_language():
    knights = [card_in_words(Words(language), "tarot", "CC") for language in ("es", "nl")]
    assert knights == ["caballo de tréboles", "ruiter van klaveren"]
    hearts = {
        language: [card_in_words(Words(language), "tarot", f"{rank}H") for rank in "VCDR"]
        for language in ("es", "nl")
    }
    assert hearts["es"] == [f"{rank} de corazones" for rank in ("sota", "caballo", "reina", "rey")]
    assert hearts["nl"] == [f"{rank} van harten" for rank in ("boer", "ruiter", "vrouw", "heer")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_thousands_are_marked_in_numbers_of_four_digits(language):
    words = Words(language)
    assert words.number(1234) == THOUSANDS[language]
    assert words.number(12345)[-4:] == THOUSANDS[language][1] + "345"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_write_numbers_as_the_pages_do(browser, tmp_path, language):
    folder = sites.make_site(tmp_path / "site", ["Ann", "bob"], language=language)
    tab = new_tab(browser)
    # 1,234 days before the date on the page
    tab.add_init_script("const start = Date.UTC(2995, 7, 16); Date.now = () => start;")
    tab.goto((folder / "index.html").as_uri())
    assert THOUSANDS[language] in tab.inner_text("#next .left")
    tab.goto((folder / "league" / "replays.html").as_uri())
    tab.wait_for_selector("html.ready")
    assert tab.evaluate("[figure(1234), figure(12345)]") == [
        Words(language).number(1234),
        Words(language).number(12345),
    ]
    tab.close()  # with its clock


def of_one_deal() -> list[Record]:
    return games("random", "alwaysfirst", "greedy", number=6, game="tarot", deals="1")


@pytest.mark.slow
@pytest.mark.parametrize(
    "language, said",
    [
        ("en", r"(\w+) and (\w+) win, "),
        ("es", r"Ganan (\w+) y (\w+), "),
        ("nl", r"(\w+) en (\w+) winnen, "),
    ],
)
def test_two_defenders_who_win_are_named_and_it_is_no_draw(browser, tmp_path, language, said):
    record = next(each for each in of_one_deal() if each.ranks.count(0) == 2)
    path = tmp_path / "game.html"
    path.write_text(page([record], language), encoding="utf-8")
    winners = {record.name(seat) for seat in range(3) if record.ranks[seat] == 0}
    with opening(browser, path) as open_it:
        tab = open_it()
        tab.keyboard.press("End")
        for place in ("#table .result", "#decision .result-line", "#live"):
            with_names = re.search(said, tab.inner_text(place))
            assert with_names, place
            assert {*with_names.groups()} == winners


@pytest.mark.parametrize(
    "language, said",
    [
        ("en", "everything was equal: the higher seed wins"),
        ("es", "todo igual: gana el mejor cabeza de serie"),
        ("nl", "alles was gelijk: de hoger geplaatste wint"),
    ],
)
def test_nobody_goes_on_after_a_final(tmp_path, monkeypatch, language, said):
    whole = sites.won

    def equal(entrants: int):
        tree = whole(entrants)
        tree.rounds[-1][-1].decided_by = "seed"
        return tree

    monkeypatch.setattr(sites, "won", equal)
    folder = sites.make_site(
        tmp_path, ["Ann", "bob", "Cid", "Dan"], bracket=True, language=language
    )
    html = Path(folder, "league", "bracket.html").read_text("utf-8")
    assert said in html
    assert not re.search(r"gaat door|goes on|pasa el", html)


@pytest.mark.slow
@pytest.mark.parametrize("language, bid", [("en", "bid"), ("es", "apuesta"), ("nl", "bod")])
def test_bids_are_written_in_the_language_of_the_page(browser, tmp_path, language, bid):
    path = tmp_path / "game.html"
    path.write_text(page(games("random", "alwaysfirst", game="boerenbridge"), language), "utf-8")
    with opening(browser, path) as open_it:
        tab = open_it()
        for place in ("#moves", "#decision"):
            assert re.search(rf"\b{bid} \d", tab.inner_text(place)), place
            assert language == "en" or not re.search(r"\bbid \d", tab.inner_text(place))


@pytest.mark.slow
@pytest.mark.parametrize(
    "language, said", [("es", "Bot de la casa 2"), ("nl", "Huisbot 2"), ("en", "House bot 2")]
)
def test_a_house_bot_has_the_name_of_the_pages_in_the_replay_too(browser, tmp_path, language, said):
    folder = sites.make_site(tmp_path / "site", ["Ann", "House 2"], language=language)
    tab = new_tab(browser)
    tab.goto((folder / "league" / "replays.html").as_uri())
    tab.wait_for_selector("html.ready")
    assert tab.inner_text("h1") == f"Ann \u2013 {said}"
    free_tab(tab)

"""Pages and tables of phases that are being played."""

import json


def test_the_pages_show_the_games_so_far_and_end_as_the_published_ones(stage):
    stage.begin("qualifying")
    stage.look()
    assert not (stage.live / "qualifying").exists()
    stage.play("qualifying", 5)
    stage.look()
    assert json.loads(stage.read("qualifying/summary.json"))["games"] == 5
    stage.play("qualifying", 100)
    stage.look()
    public = stage.publish("qualifying")
    for name in (
        "standings.json",
        "standings.csv",
        "matches.json",
        "teams.json",
        "head-to-head.json",
        "matches/1.json",
    ):
        assert stage.read(f"qualifying/{name}") == (public / name).read_text("utf-8"), name

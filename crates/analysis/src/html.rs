//! The report as a self-contained HTML page.

use crate::game::{RecordedGame, boards, final_board};
use crate::judged_turn::{JudgedTurn, TurnSummary};
use crate::plot::{PlotSeries, TurnPlot};
use crate::report::{GameReport, PlayerReport};
use crate::text::{classes_text, games, judged_text, method_text, mistake_text, percent, turn_note};
use notation::draw::{BoardScene, escape_xml, svg};
use rules::{Grid, Ruleset};

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1d2329;--dim:#55606b;--paper:#fdfcf8;--rule:#d8d5cb;--bad:#a01c2c;--good:#1f6b3a}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6df;--dim:#a9b1b8;--paper:#1b1e22;--rule:#3a3f45;--bad:#ff8a94;--good:#7fd19b}}
body{font:16px/1.5 system-ui,'Segoe UI',Helvetica,Arial,sans-serif;color:var(--ink);background:var(--paper);max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}
table{border-collapse:collapse;margin:.5rem 0}th,td{padding:.2rem .7rem;text-align:left;border-bottom:1px solid var(--rule)}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.dim{color:var(--dim)}.bad{color:var(--bad)}.good{color:var(--good)}
.turn{display:grid;grid-template-columns:minmax(16rem,26rem) minmax(0,1fr);gap:1.5rem;align-items:start}
.turn>*{min-width:0;overflow-x:auto;overflow-wrap:break-word}
@media(max-width:50rem){.turn{grid-template-columns:minmax(0,1fr)}table{display:block;overflow-x:auto}}
.turn svg{width:100%;height:auto}.plot{width:100%;height:auto}.plot text{font-size:12px;fill:var(--dim)}.plot .rule{stroke:var(--rule)}
.played{font-weight:600}
";

const COLOURS: [&str; 4] = ["#c2410c", "#1d6fb8", "#3f8f4f", "#8a4fbf"];

/// The report as one HTML page with boards, plots and tables. It needs no other files and no scripts.
#[must_use]
pub fn to_html(report: &GameReport, rules: &Ruleset, record: RecordedGame<'_>) -> String {
    let grids = boards(rules, record);
    let names: Vec<String> = report.players.iter().map(|player| escape_xml(&player.name)).collect();
    let title = names.join(" – ");
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n<p class=\"dim\">Rules {}, lexicon {}; {} for each turn.</p>\n",
        escape_xml(&report.rules),
        escape_xml(&report.lexicon),
        escape_xml(&report.effort)
    );
    page += &players(report);
    page += &plots(report);
    page += &overview(report);
    let turns = report.turns.iter().zip(&grids);
    turns.for_each(|(turn, grid)| page += &section(turn, report, rules, grid));
    page += &format!(
        "<h2 id=\"end\">Final board</h2>\n<div class=\"turn\">\n<div>{}</div>\n<div><p>Scores: {}</p></div>\n</div>\n",
        svg(BoardScene::new(rules, &final_board(rules, record))),
        report.players.iter().map(|player| player.score.to_string()).collect::<Vec<_>>().join(" – ")
    );
    page += "</main>\n</body>\n</html>\n";
    page
}

fn players(report: &GameReport) -> String {
    let head = "<h2>Players</h2>\n<table><thead><tr><th>player<th class=\"n\">points<th class=\"n\">accuracy<th class=\"n\">best turns<th class=\"n\">points lost<th class=\"n\">winning chances lost<th>mistakes<th class=\"n\">bonus plays<th class=\"n\">missed</tr></thead><tbody>\n";
    let rows: String = report.players.iter().map(player_row).collect();
    let mistakes: String = report.players.iter().map(|player| mistakes(player, report)).collect();
    format!("{head}{rows}</tbody></table>\n<p class=\"dim\">{}</p>\n{mistakes}", escape_xml(&report.accuracy))
}

fn player_row(player: &PlayerReport) -> String {
    format!(
        "<tr><td>{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{} of {}<td class=\"n\">{:.1}<td class=\"n\">{}<td>{}<td class=\"n\">{}<td class=\"n\">{}</tr>\n",
        escape_xml(&player.name),
        player.score,
        if player.judged == 0 {
            "–".to_owned()
        } else {
            format!("{:.1}{}", player.accuracy, judged_text(player))
        },
        player.best_turns,
        player.judged,
        player.lost_points,
        games(player.lost_win),
        escape_xml(&classes_text(player).unwrap_or_default()),
        player.bonuses,
        player.missed_bonuses
    )
}

fn mistakes(player: &PlayerReport, report: &GameReport) -> String {
    let item = |turn: &JudgedTurn| {
        format!("<li><a href=\"#turn-{}\">{}</a></li>\n", turn.number, escape_xml(&mistake_text(turn)))
    };
    let items: String = player.mistakes.iter().filter_map(|&number| report.turn(number)).map(item).collect();
    match items.is_empty() {
        true => String::new(),
        false => format!("<h3>Biggest mistakes of {}</h3>\n<ol>\n{items}</ol>\n", escape_xml(&player.name)),
    }
}

fn plots(report: &GameReport) -> String {
    let mut out = String::new();
    if let [first, _] = &report.players[..] {
        let values = std::iter::once(0.5).chain(report.chances()).collect();
        let title = format!("Winning chance of {} after each turn", first.name);
        let series = vec![PlotSeries { name: &first.name, values, dashed: false, colour: COLOURS[0] }];
        let plot = TurnPlot {
            title: &title,
            low: 0.0,
            high: 1.0,
            label: |value| format!("{:.0} %", value * 100.0),
            series,
        };
        out += &format!("<h2>{}</h2>\n{}", escape_xml(&title), plot.svg());
    }
    let score = |seat: usize| {
        let after = |turn: &JudgedTurn| f64::from(turn.totals.get(seat).copied().unwrap_or(0));
        std::iter::once(0.0).chain(report.turns.iter().map(after)).collect::<Vec<f64>>()
    };
    let series: Vec<PlotSeries<'_>> = report
        .players
        .iter()
        .enumerate()
        .map(|(seat, player)| PlotSeries {
            name: &player.name,
            values: score(seat),
            dashed: seat % 2 == 1,
            colour: COLOURS[seat % COLOURS.len()],
        })
        .collect();
    let all = || series.iter().flat_map(|series| series.values.iter().copied());
    let hundreds = |value: f64, round: fn(f64) -> f64| round(value / 100.0) * 100.0;
    let low = hundreds(all().fold(0.0, f64::min), f64::floor);
    let high = hundreds(all().fold(100.0, f64::max), f64::ceil);
    let legend: Vec<String> = report
        .players
        .iter()
        .enumerate()
        .map(|(seat, player)| {
            let line = if seat % 2 == 1 { "dashed" } else { "solid" };
            format!(
                "<span style=\"color:{}\">{} ({line})</span>",
                COLOURS[seat % COLOURS.len()],
                escape_xml(&player.name)
            )
        })
        .collect();
    let plot =
        TurnPlot { title: "Scores after each turn", low, high, label: |value| format!("{value:.0}"), series };
    out + &format!("<h2>Scores after each turn</h2>\n<p>{}</p>\n{}", legend.join(", "), plot.svg())
}

fn overview(report: &GameReport) -> String {
    let row = |turn: &JudgedTurn| {
        format!(
            "<tr><td class=\"n\"><a href=\"#turn-{0}\">{0}</a><td>{1}<td>{2}<td class=\"n\">{3}<td class=\"n\">{4}<td>{5}</tr>\n",
            turn.number,
            escape_xml(report.name(turn.seat)),
            escape_xml(&turn.played.text),
            turn.played.score,
            loss(turn),
            if turn.is_judged() { escape_xml(&turn.best.text) } else { String::new() }
        )
    };
    let rows: String = report.turns.iter().map(row).collect();
    format!(
        "<h2>All turns</h2>\n<table><thead><tr><th class=\"n\">turn<th>player<th>played<th class=\"n\">score<th class=\"n\">lost<th>best</tr></thead><tbody>\n{rows}</tbody></table>\n"
    )
}

fn loss(turn: &JudgedTurn) -> String {
    match turn.lost_points {
        _ if !turn.is_judged() => "<span class=\"dim\">not judged</span>".to_owned(),
        0.0 => "<span class=\"good\">best</span>".to_owned(),
        points => format!("<span class=\"bad\">−{points:.1}</span>"),
    }
}

fn section(turn: &JudgedTurn, report: &GameReport, rules: &Ruleset, grid: &Grid) -> String {
    let note = turn_note(turn)
        .map_or(String::new(), |note| format!(" <span class=\"bad\">({})</span>", escape_xml(&note)));
    let comment = turn.comment.as_ref().map_or(String::new(), |comment| {
        format!("<blockquote>{}</blockquote>\n", escape_xml(comment).replace('\n', "<br>"))
    });
    let leave = turn.leave.as_ref().map_or(String::new(), |leave| format!(" Leave {}.", escape_xml(leave)));
    let missed = turn.missed_bonus.as_ref().map_or(String::new(), |text| {
        format!("<p class=\"bad\">Missed the bonus of {}.</p>\n", escape_xml(text))
    });
    let rows: String = turn.top.iter().map(|choice| choice_row(choice, turn)).collect();
    let played = turn.top.iter().any(|choice| choice.text == turn.played.text);
    let last = if played { String::new() } else { choice_row(&turn.played, turn) };
    format!(
        "<h2 id=\"turn-{number}\">Turn {number}: {name}, {text} for {score}{note}</h2>\n<div class=\"turn\">\n<div>{board}</div>\n<div>\n<p>Rack {rack}.{leave} {lost}{win}. <span class=\"dim\">{method}</span></p>\n{comment}{missed}{why}<table><thead><tr><th>turn<th class=\"n\">score<th class=\"n\">equity<th class=\"n\">win<th class=\"n\">±<th class=\"n\">iterations</tr></thead><tbody>\n{rows}{last}</tbody></table>\n<p>Scores: {totals}</p>\n<p class=\"dim\">Unseen: {unseen} ({bag} in the bag)</p>\n</div>\n</div>\n",
        why = turn.why.as_ref().map_or(String::new(), |why| format!("<p>{}</p>\n", escape_xml(why))),
        unseen = escape_xml(&turn.unseen),
        bag = turn.bag,
        number = turn.number,
        name = escape_xml(report.name(turn.seat)),
        text = escape_xml(&turn.played.text),
        score = turn.played.score,
        board = svg(BoardScene::new(rules, grid)),
        rack = escape_xml(&turn.rack),
        lost = loss(turn),
        win = match (turn.is_judged(), turn.lost_win) {
            (false, _) | (true, 0.0) => String::new(),
            (true, lost) => format!(", −{} in winning chance", percent(lost)),
        },
        method = turn
            .unjudged
            .as_ref()
            .map_or_else(|| method_text(turn.method, turn.proven).to_owned(), |reason| escape_xml(reason)),
        totals = turn.totals.iter().map(ToString::to_string).collect::<Vec<_>>().join(" – "),
    )
}

fn choice_row(choice: &TurnSummary, turn: &JudgedTurn) -> String {
    let class = if choice.text == turn.played.text { " class=\"played\"" } else { "" };
    let error = choice.error.map_or(String::new(), |error| format!("{:.1}", error * 100.0));
    format!(
        "<tr{class}><td>{}<td class=\"n\">{}<td class=\"n\">{:.1}<td class=\"n\">{}<td class=\"n\">{error}<td class=\"n\">{}</tr>\n",
        escape_xml(&choice.text),
        choice.score,
        choice.equity,
        percent(choice.win),
        choice.iterations
    )
}

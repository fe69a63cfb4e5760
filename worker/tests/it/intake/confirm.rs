//! A consultant's mail that the receiving host does not prove waits for a confirmation from the registered mailbox.

use mailer::addresses::Party;
use testkit::smtp::Record;
use uuid::Uuid;
use worker::{
    intake::{Fate, IntakeSettings},
    ticket::{State, state_of},
};

use super::{CONSULTANT, Ticket, VISITOR, dmarc, mail, settings_with_trust, settle_by, signed, take, ticket};
use crate::{support::World, suspects::text};

const COLLEAGUE: &str = "ben@own.example";

struct Case {
    world: World,
    ticket: Ticket,
    settings: IntakeSettings,
}

impl Case {
    async fn new() -> Self {
        Self::of(World::while_rewriting().await).await
    }

    async fn of(world: World) -> Self {
        let case = Self { ticket: ticket(&world).await, world, settings: settings_with_trust("none") };
        case.drain().await;
        case
    }

    async fn drain(&self) {
        self.world.drain(&self.world.delivery_with_intake(&self.settings)).await;
    }

    /// A mail that nobody proves, to this address or to the one for answers to the visitor.
    async fn writes(&self, from: &str, text: &str, to: Option<&str>) -> Option<Fate> {
        match to {
            Some(to) => self.writes_with(to, from, text, "").await,
            None => self.writes_to(&self.ticket, from, text, "").await,
        }
    }

    async fn writes_to(&self, ticket: &Ticket, from: &str, text: &str, headers: &str) -> Option<Fate> {
        let own = signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(from.to_owned()));
        self.writes_with(&own, from, text, headers).await
    }

    async fn writes_with(&self, to: &str, from: &str, text: &str, headers: &str) -> Option<Fate> {
        let raw = mail(from, &Uuid::new_v4().to_string(), headers)
            .replace("Wimplethorpe answers.", &text.replace('\n', "\r\n"));
        take(&self.world, to, &raw).await;
        let fate = settle_by(&self.world, &self.settings).await;
        self.drain().await;
        fate
    }

    /// The questions to an address.
    fn questions(&self, to: &str) -> Vec<Record> {
        let mails = self.world.server.accepted();
        mails.into_iter().filter(|mail| mail.to == to && mail.data.contains("did you write this?")).collect()
    }

    /// The address of its answers.
    fn last_question(&self, to: &str) -> String {
        self.questions(to).last().unwrap().header("Reply-To").unwrap()
    }

    /// Besides the auto-reply.
    fn answers(&self) -> usize {
        self.world.server.accepted().iter().filter(|mail| mail.to == VISITOR).count() - 1
    }

    async fn state(&self) -> State {
        state_of(&self.world.db, self.ticket.id).await.unwrap().unwrap().state
    }

    async fn pass(&self, time: &str) {
        self.world.execute(&format!("UPDATE ticket_event SET at = at - interval '{time}'")).await;
    }
}

#[tokio::test]
async fn an_answer_goes_out_when_its_author_has_confirmed_it_and_once() {
    let case = Case::new().await;
    assert_eq!(case.writes(CONSULTANT, "Wimplethorpe will call you at noon.", None).await, Some(Fate::Command));
    assert_eq!((case.answers(), case.state().await), (0, State::Open), "nothing is done yet");
    let [question] = case.questions(CONSULTANT).try_into().unwrap();
    assert!(question.data.contains("Wimplethorpe will call you at noon."));
    assert!(case.questions(COLLEAGUE).is_empty());

    let question = case.last_question(CONSULTANT);
    assert_eq!(case.writes(CONSULTANT, "#send", Some(&question)).await, Some(Fate::Command));
    assert_eq!((case.answers(), case.state().await), (1, State::Claimed));
    let mails = case.world.server.accepted();
    let copies =
        mails.iter().filter(|mail| mail.to == COLLEAGUE && mail.data.contains("will call you at noon")).count();
    assert_eq!(copies, 1, "the colleague reads it");

    case.writes(CONSULTANT, "#send", Some(&question)).await;
    assert_eq!(case.answers(), 1);
    let mails = case.world.server.accepted();
    assert!(mails.last().unwrap().data.contains("No answer of yours waits."));
}

/// The first mail came from a phone that the host does not prove, the confirmation from the office.
#[tokio::test]
async fn a_proven_reply_confirms_too() {
    let mut case = Case::new().await;
    case.settings = settings_with_trust("authserv:mx.own.example");
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.", None).await;
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    case.writes_with(&case.last_question(CONSULTANT), CONSULTANT, "#send", &proof).await;
    assert_eq!((case.answers(), case.state().await), (1, State::Claimed));
}

/// An alias, and whoever got the notification forwarded, with all that clients leave below.
#[tokio::test]
async fn a_forward_by_a_colleague_passes_with_one_question() {
    let proven = dmarc("pass").replace("visitor.example", "own.example");
    for (from, headers) in [
        ("anna.muster@alias.example", String::new()),
        ("carl@own.example", proven.clone()),
        ("carl@own.example", format!("Auto-Submitted: auto-generated\r\nList-Id: <x.own.example>\r\n{proven}")),
        ("desk@own.example", proven.clone()),
        (COLLEAGUE, proven.clone()),
    ] {
        let mut case = Case::new().await;
        case.settings = settings_with_trust("authserv:mx.own.example");
        let notified = case.world.server.accepted().into_iter().find(|mail| mail.to == CONSULTANT).unwrap();
        let (told, to) = (text(&notified), notified.header("Reply-To").unwrap());
        let quoted = told.replace('\n', "\n> ");
        let forwarded = format!(
            "---------- Forwarded message ---------\nFrom: {CONSULTANT}\nDate: Mon, 23 Nov 2026 at 10:00\nSubject: Fwd: x\n\
             To: {from}\n\n{told}"
        );
        let below = if from == "carl@own.example" { forwarded } else { format!("Anna Muster wrote:\n\n> {quoted}") };
        let fate = case.writes_with(&to, from, &format!("Wimplethorpe comes at noon.\n\n{below}"), &headers).await;
        assert_eq!((fate, case.answers()), (Some(Fate::Command), 0), "{from}");
        let [question] = case.questions(CONSULTANT).try_into().unwrap();
        let asked = text(&question);
        assert!(asked.contains("Wimplethorpe comes at noon.") && asked.contains(from), "{asked}");

        case.writes_with(&case.last_question(CONSULTANT), CONSULTANT, "#send", &proven).await;
        let mails = case.world.server.accepted();
        let answer = text(mails.iter().rfind(|mail| mail.to == VISITOR).unwrap());
        assert_eq!(case.answers(), 1, "{from}: {}", text(mails.last().unwrap()));
        assert!(answer.contains("Wimplethorpe comes at noon."), "{from}: {answer}");
        for internal in ["alias.example", "own.example", "Forwarded", "#claim", "Answer due"] {
            assert!(!answer.replace("desk@own.example", "").contains(internal), "{internal}, {from}: {answer}");
        }
        assert_eq!(case.questions(CONSULTANT).len(), 1, "{from}");
    }
}

#[tokio::test]
async fn a_verb_works_the_same_way() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "#claim", None).await;
    assert_eq!(case.state().await, State::Open);
    case.writes(CONSULTANT, "#senden", Some(&case.last_question(CONSULTANT))).await;
    assert_eq!(case.state().await, State::Claimed);
    let receipt = case.world.server.accepted().into_iter().rfind(|mail| mail.to == CONSULTANT).unwrap();
    assert!(receipt.data.contains("You answer this inquiry."), "the usual receipt");
}

/// What it answers, its own headers say, and not the confirmation's.
#[tokio::test]
async fn a_confirmed_erase_removes_the_mail_that_it_answered() {
    let case = Case::of(World::new().await).await;
    let raw =
        mail(VISITOR, "secret", &dmarc("pass")).replace("Wimplethorpe answers.", "The password is Zquorvex-4711.");
    take(&case.world, &case.ticket.address, &raw).await;
    settle_by(&case.world, &settings_with_trust("authserv:mx.own.example")).await;
    case.drain().await;
    let told = case.world.server.accepted().into_iter().rfind(|mail| mail.to == CONSULTANT).unwrap();
    assert!(told.data.contains("Zquorvex-4711"));
    let headers = format!("In-Reply-To: {}\r\n", told.header("Message-ID").unwrap());
    case.writes_to(&case.ticket, CONSULTANT, "#erase", &headers).await;
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'erasure'").await, 0);
    case.writes(CONSULTANT, "#send", Some(&case.last_question(CONSULTANT))).await;
    let receipt = case.world.server.accepted().pop().unwrap();
    assert!(receipt.data.contains("is removed from our database"), "{}", receipt.data);
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM message WHERE party = 'visitor'").await, 0);
}

#[tokio::test]
async fn who_does_not_read_the_mailbox_confirms_nothing() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "Wimplethorpe sells you something.", None).await;
    // Not to the question's address, to a guessed one, to that of another purpose, and as another consultant.
    let path = case.questions(CONSULTANT)[0].from.clone();
    let guessed = "i1-00000000000000000000000000-0000000000000000@reply.own.example";
    for to in [None, Some(guessed), Some(&*path.replacen("b1", "i1", 1))] {
        case.writes(CONSULTANT, "#send", to).await;
    }
    // Its Message-ID is no word of whom it went to.
    let id = case.questions(CONSULTANT)[0].header("Message-ID").unwrap();
    case.writes_to(&case.ticket, CONSULTANT, "#send", &format!("In-Reply-To: {id}\r\n")).await;
    case.writes(COLLEAGUE, "#send", Some(&case.last_question(CONSULTANT))).await;
    assert_eq!((case.answers(), case.state().await), (0, State::Open));
}

#[tokio::test]
async fn a_program_that_answers_the_question_confirms_nothing_and_is_not_asked_again() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "I am in a meeting.", None).await;
    let question = case.last_question(CONSULTANT);
    assert_eq!(
        case.writes(CONSULTANT, "I am in a meeting, as I said.", Some(&question)).await,
        Some(Fate::Quarantined)
    );
    assert_eq!((case.answers(), case.questions(CONSULTANT).len()), (0, 1));
    case.pass("11 minutes").await;
    case.writes(CONSULTANT, "I am in another meeting.", None).await;
    case.pass("11 minutes").await;
    assert_eq!(case.writes(CONSULTANT, "I am in a third meeting.", None).await, Some(Fate::Quarantined));
    assert_eq!(case.questions(CONSULTANT).len(), 2, "two questions wait already");
}

#[tokio::test]
async fn a_program_confirms_nothing_even_with_the_right_words() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "#claim", None).await;
    let question = case.last_question(CONSULTANT);
    for mark in ["Auto-Submitted: auto-replied", "X-Autoreply: yes", "Precedence: auto_reply"] {
        let fate = case.writes_with(&question, CONSULTANT, "#send", &format!("{mark}\r\n")).await;
        assert_eq!(fate, Some(Fate::Quarantined), "{mark}");
        assert_eq!(case.state().await, State::Open, "{mark}");
    }
    case.writes(CONSULTANT, "#send", Some(&question)).await;
    assert_eq!(case.state().await, State::Claimed, "the person still can");
}

#[tokio::test]
async fn each_question_releases_its_own_mail_on_its_own_ticket() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.", None).await;
    let first = case.last_question(CONSULTANT);
    case.pass("11 minutes").await;
    case.writes(CONSULTANT, "#spam", None).await;
    let second = case.last_question(CONSULTANT);
    let other = ticket(&case.world).await;
    case.drain().await;
    case.writes_to(&other, CONSULTANT, "#send", "").await;
    let answers = "SELECT count(*) FROM outbox WHERE kind = 'answer'";
    assert_eq!(case.world.value::<i64>(answers).await, 0);
    case.writes(CONSULTANT, "#send", Some(&first)).await;
    assert_eq!(case.world.value::<i64>(answers).await, 1);
    assert_eq!(case.state().await, State::Claimed, "not yet spam");
    case.writes(CONSULTANT, "#send", Some(&second)).await;
    assert_eq!(case.state().await, State::Spam, "the second question still waited");
    assert_eq!(state_of(&case.world.db, other.id).await.unwrap().unwrap().state, State::Open);
}

#[tokio::test]
async fn a_ticket_asks_five_times_an_hour_and_a_person_is_asked_twenty_times_a_day() {
    let case = Case::new().await;
    for _ in 0..5 {
        assert_eq!(case.writes(CONSULTANT, &format!("#note {}", Uuid::new_v4()), None).await, Some(Fate::Command));
        case.writes(CONSULTANT, "#send", Some(&case.last_question(CONSULTANT))).await;
    }
    let more = format!("#note {}", Uuid::new_v4());
    assert_eq!(case.writes(CONSULTANT, &more, None).await, Some(Fate::Quarantined), "the sixth of a ticket");
    case.pass("61 minutes").await;
    assert_eq!(case.writes(CONSULTANT, &format!("{more} again"), None).await, Some(Fate::Command), "an hour later");
    for _ in 6..20 {
        let other = ticket(&case.world).await;
        assert_eq!(case.writes_to(&other, CONSULTANT, "#status", "").await, Some(Fate::Command));
    }
    let other = ticket(&case.world).await;
    assert_eq!(case.writes_to(&other, CONSULTANT, "#claim", "").await, Some(Fate::Quarantined), "the 21st of a person");
    assert_eq!(case.questions(CONSULTANT).len(), 20);
    assert_eq!(case.writes_to(&other, COLLEAGUE, "#claim", "").await, Some(Fate::Command), "another person");
}

#[tokio::test]
async fn a_question_is_valid_for_a_day() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "Wimplethorpe will call you at noon.", None).await;
    let question = case.last_question(CONSULTANT);
    case.pass("25 hours").await;
    case.writes(CONSULTANT, "#send", Some(&question)).await;
    assert_eq!((case.answers(), case.state().await), (0, State::Open));
}

#[tokio::test]
async fn a_confirmed_answer_is_guarded_as_any_other() {
    let case = Case::new().await;
    case.writes(CONSULTANT, "Ask ben@own.example yourself.", None).await;
    case.writes(CONSULTANT, "#send", Some(&case.last_question(CONSULTANT))).await;
    assert_eq!(case.answers(), 0, "a colleague's address");
    let mails = case.world.server.accepted();
    assert!(mails.last().unwrap().data.replace("=\r\n", "").contains("your answer has a line that may be internal"));
}

/// To the colleague's address, the colleague is asked.
fn asked_cells() -> Vec<String> {
    let (all, unproven) = (["pass", "fail", "none", "forged", "internal"], ["fail", "none", "forged", "internal"]);
    let tokens: [(_, &[&str]); 4] =
        [("other", &all), ("own", &unproven), ("others mail", &all), ("own mail", &unproven)];
    let cells = tokens.into_iter().flat_map(|(token, proofs)| proofs.iter().map(move |proof| (token, proof)));
    cells.map(|(token, proof)| format!("{token} consultant {proof}")).collect()
}

/// Token (none, the visitor's, another consultant's, own) × sender (visitor, consultant, two From, a disguised From, a
/// display name) × proof (pass, fail, none, of another host): who acts at once, and who is asked.
#[tokio::test]
async fn only_the_rightful_cells_of_the_forgery_table_act_as_a_consultant() {
    let world = World::while_rewriting().await;
    let settings = settings_with_trust("authserv:mx.own.example");
    let pass = dmarc("pass").replace("visitor.example", "own.example");
    let proofs = [
        ("pass", pass.clone()),
        ("fail", pass.replace("=pass", "=fail")),
        ("none", String::new()),
        ("forged", pass.replace("mx.own", "mx.evil")),
        ("internal", "X-MS-Exchange-Organization-AuthAs: Internal\r\n".to_owned()),
    ];
    let (mut acted, mut asked) = (Vec::new(), Vec::new());
    for token in ["none", "visitor", "other", "own", "old", "others mail", "own mail", "turned"] {
        for sender in ["visitor", "consultant", "two", "disguised", "display"] {
            for (proof, headers) in &proofs {
                let ticket = ticket(&world).await;
                let reference = ticket.reference.parse().unwrap();
                let address = |of: &str| signed().reply(&reference, &Party::Consultant(of.to_owned()));
                let rows = world.rows_of(ticket.id).await;
                let row = |of: &str| rows.iter().find(|row| row.recipient.as_deref() == Some(of)).unwrap().id;
                let to = match token {
                    "none" => "desk@own.example".to_owned(),
                    "visitor" => ticket.address.clone(),
                    "other" => address(COLLEAGUE),
                    "own" => address(CONSULTANT),
                    // The address of one mail.
                    "others mail" => signed().internal(row(COLLEAGUE)),
                    "own mail" => signed().internal(row(CONSULTANT)),
                    "turned" => signed().return_path(row(CONSULTANT)).replacen("b1", "i1", 1),
                    // Of a key that is no longer in the ring.
                    _ => address(CONSULTANT).replacen("r1", "r2", 1),
                };
                let id = Uuid::new_v4().to_string();
                let raw = match sender {
                    "visitor" => mail(VISITOR, &id, headers),
                    "consultant" => mail(CONSULTANT, &id, headers),
                    "two" => mail(CONSULTANT, &id, &format!("From: {VISITOR}\r\n{headers}")),
                    "disguised" => mail(VISITOR, &id, &format!("Fr om: {CONSULTANT}\r\n{headers}")),
                    _ => mail(&format!("\"{CONSULTANT}\" <{VISITOR}>"), &id, headers),
                };
                take(&world, &to, &raw.replace("Wimplethorpe answers.", "#claim")).await;
                settle_by(&world, &settings).await;
                let cell = format!("{token} {sender} {proof}");
                if state_of(&world.db, ticket.id).await.unwrap().unwrap().state == State::Claimed {
                    acted.push(cell.clone());
                }
                let questions =
                    format!("SELECT count(*) FROM outbox WHERE kind = 'question' AND inquiry_id = '{}'", ticket.id);
                if world.value::<i64>(&questions).await > 0 {
                    asked.push(cell);
                }
            }
        }
    }
    assert_eq!(acted, ["own consultant pass", "own mail consultant pass"]);
    assert_eq!(asked, asked_cells());
}

#[tokio::test]
async fn copies_of_one_answer_send_it_once_whichever_is_proven() {
    let mut case = Case::new().await;
    case.settings = settings_with_trust("authserv:mx.own.example");
    let own = signed().reply(&case.ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    let answer = |id: &str, proof: &str| {
        mail(CONSULTANT, id, proof).replace("Wimplethorpe answers.", &format!("Wimplethorpe calls you at {id}."))
    };
    // The forwarded copy comes first: its author is asked, and the direct one answers.
    for (id, is_asked_first, expected) in [("noon", true, 1), ("midnight", false, 2)] {
        let copies = [proof.replace("pass", "fail"), proof.clone()];
        let [first, second] = copies.map(|proof| answer(id, &proof));
        take(&case.world, &own, &first).await;
        assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Command));
        case.drain().await;
        let question = case.last_question(CONSULTANT);
        if !is_asked_first {
            case.writes(CONSULTANT, "#send", Some(&question)).await;
            assert_eq!(case.answers(), expected);
        }
        take(&case.world, &own, &second).await;
        let fate = if is_asked_first { Fate::Command } else { Fate::Duplicate };
        assert_eq!(settle_by(&case.world, &case.settings).await, Some(fate));
        case.drain().await;
        assert_eq!(case.answers(), expected, "{id}");
        case.writes(CONSULTANT, "#send", Some(&question)).await;
        assert_eq!(case.answers(), expected, "{id}");
        case.pass("20 minutes").await;
    }
}

/// As from another account of the same mail client. The address was made for the registered mailbox.
#[tokio::test]
async fn from_an_alias_the_registered_mailbox_is_asked() {
    const ALIAS: &str = "anna.alias@other.example";
    let case = Case::new().await;
    let own = signed().reply(&case.ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    assert_eq!(
        case.writes(VISITOR, "Wimplethorpe has your address.", Some(&own)).await,
        Some(Fate::Quarantined),
        "it has leaked"
    );
    assert_eq!(case.writes(ALIAS, "Wimplethorpe will call you at noon.", Some(&own)).await, Some(Fate::Command));
    assert_eq!(case.answers(), 0);
    let question = case.questions(CONSULTANT).pop().unwrap();
    assert!(question.data.contains(ALIAS) && question.data.contains("call you at noon"), "{}", question.data);
    assert!(case.questions(ALIAS).is_empty());
    let to = case.last_question(CONSULTANT);
    assert_eq!(case.writes(ALIAS, "#send", Some(&to)).await, Some(Fate::Command));
    assert_eq!((case.answers(), case.state().await), (1, State::Claimed));
}

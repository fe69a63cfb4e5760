use proptest::prelude::*;

use super::*;

fn known() -> Known<u8> {
    Known {
        addressed: vec![],
        answered: vec![],
        related: vec![],
        named: vec![],
        has_reference: false,
        is_authenticated: false,
        may_open: false,
    }
}

/// `+1` is a hint of the sender's own ticket 1, `-1` one of a ticket that is not the sender's.
fn hints(tickets: &[i8]) -> Vec<Hint<u8>> {
    let hint = |ticket: &i8| Hint { ticket: ticket.unsigned_abs(), is_of_sender: *ticket > 0 };
    tickets.iter().map(hint).collect()
}

/// Addressed, answered, related, named, authenticated, where it goes.
type Row = (&'static [u8], &'static [u8], &'static [i8], &'static [i8], bool, Route<u8>);

#[test]
fn the_strongest_hint_decides_and_two_that_disagree_wait() {
    use Doubt::{Ambiguous, Stranger, Unauthenticated, Unmatched};
    let waits = Route::Waits;
    let to = Route::Ticket;
    let rows: &[Row] = &[
        (&[1], &[], &[], &[], false, to(1, Clue::Address)),
        (&[1, 1], &[1], &[1], &[1], false, to(1, Clue::Address)),
        (&[1], &[], &[2], &[2], true, to(1, Clue::Address)),
        (&[1], &[], &[-2], &[-2], true, to(1, Clue::Address)),
        (&[1, 2], &[], &[], &[], true, waits(Ambiguous)),
        (&[1], &[2], &[1], &[1], true, waits(Ambiguous)),
        (&[], &[1], &[], &[], false, to(1, Clue::SignedId)),
        (&[], &[1], &[2], &[2], true, to(1, Clue::SignedId)),
        (&[], &[1, 2], &[], &[1], true, waits(Ambiguous)),
        (&[], &[], &[1], &[], false, to(1, Clue::RelatedId)),
        (&[], &[], &[1, 1], &[2], true, to(1, Clue::RelatedId)),
        (&[], &[], &[1, -2], &[], false, to(1, Clue::RelatedId)),
        (&[], &[], &[1, 2], &[], true, waits(Ambiguous)),
        (&[], &[], &[-1], &[], true, waits(Stranger)),
        (&[], &[], &[-1], &[1], true, to(1, Clue::Subject)),
        (&[], &[], &[-1], &[2], true, waits(Ambiguous)),
        (&[], &[], &[], &[1], true, to(1, Clue::Subject)),
        (&[], &[], &[], &[1], false, waits(Unauthenticated)),
        (&[], &[], &[], &[-1], true, waits(Stranger)),
        (&[], &[], &[], &[-1], false, waits(Stranger)),
        (&[], &[], &[], &[1, 2], true, waits(Ambiguous)),
        (&[], &[], &[], &[1, -2], true, waits(Ambiguous)),
        (&[], &[], &[], &[], true, waits(Unmatched)),
    ];
    for (addressed, answered, related, named, is_authenticated, expected) in rows {
        let known = Known {
            addressed: addressed.to_vec(),
            answered: answered.to_vec(),
            related: hints(related),
            named: hints(named),
            has_reference: !named.is_empty(),
            is_authenticated: *is_authenticated,
            may_open: false,
        };
        assert_eq!(route(&known), *expected, "{known:?}");
        // That mails may open tickets changes only what speaks of none.
        let opens = route(&Known { may_open: true, ..known.clone() });
        assert_eq!(opens, if *expected == waits(Unmatched) { Route::Opens } else { *expected }, "{known:?}");
    }
}

#[test]
fn a_reference_to_no_ticket_opens_none() {
    let known = Known { has_reference: true, may_open: true, is_authenticated: true, ..known() };
    assert_eq!(route(&known), Route::Waits(Doubt::Unmatched));
}

#[test]
fn references_are_whole_words_in_any_case() {
    let all = |text: &str| references_in(text).iter().map(|found| found.as_str().to_owned()).collect::<Vec<_>>();
    for text in ["Re: [FW-7K3Q-9D2M] Our network", "fw-7k3q-9d2m", "AW: FW-7K3Q-9D2M FW-7K3Q-9D2M", "ü(FW-7K3Q-9D2M)é"]
    {
        assert_eq!(all(text), ["FW-7K3Q-9D2M"], "{text}");
    }
    for text in
        ["", "FW", "XFW-7K3Q-9D2M", "FW-7K3Q-9D2MX", "FW-7K3Q", "FW: 7K3Q-9D2M", "FW-7K3Qé9D2M", "éFW-7K3Q-9D2M"]
    {
        assert!(all(text).is_empty(), "{text}");
    }
    assert_eq!(all("FW-7K3Q-9D2M FW-7K3Q-9D2N").len(), 2);
}

proptest! {
    #[test]
    fn any_subject_is_read(text in "(FW-|7K3Q|-|9D2M| |\\PC){0,30}") {
        prop_assert!(references_in(&text).len() <= MAX_REFERENCES);
    }

    /// A mail is put only on a ticket that its strongest hint names, and never on one that only a stranger's hint names.
    #[test]
    fn a_ticket_is_never_guessed(
        addressed in proptest::collection::vec(1_u8..4, 0..3),
        answered in proptest::collection::vec(1_u8..4, 0..3),
        related in proptest::collection::vec((-3_i8..4).prop_filter("a ticket", |ticket| *ticket != 0), 0..3),
        named in proptest::collection::vec((-3_i8..4).prop_filter("a ticket", |ticket| *ticket != 0), 0..3),
        is_authenticated: bool,
        may_open: bool,
    ) {
        let known = Known {
            addressed, answered, related: hints(&related), named: hints(&named), has_reference: !named.is_empty(),
            is_authenticated, may_open,
        };
        match route(&known) {
            Route::Ticket(ticket, Clue::Address | Clue::SignedId) => {
                prop_assert!(known.addressed.iter().chain(&known.answered).all(|other| *other == ticket));
            }
            Route::Ticket(ticket, Clue::RelatedId) => {
                let own = Hint { ticket, is_of_sender: true };
                prop_assert!(known.related.contains(&own));
                prop_assert!(known.addressed.is_empty() && known.answered.is_empty());
            }
            Route::Ticket(ticket, Clue::Subject) => {
                let own = Hint { ticket, is_of_sender: true };
                prop_assert!(is_authenticated && known.named.iter().all(|hint| *hint == own));
            }
            Route::Opens => {
                prop_assert!(may_open && known.named.is_empty() && known.related.is_empty());
            }
            Route::Waits(_) => {}
        }
    }
}

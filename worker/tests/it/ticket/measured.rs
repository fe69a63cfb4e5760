//! What is measured of first answers.

use worker::ticket::Verb;

use super::promise::{ANNA, Case};

#[tokio::test]
async fn each_first_answer_is_measured_once() {
    let case = Case::new().await;
    let [kept, broken] = [case.inquiry(&[ANNA]).await, case.inquiry(&[ANNA]).await];
    case.age(broken, "9 days").await;
    case.act(kept, ANNA, Verb::Close).await;
    case.act(broken, ANNA, Verb::Close).await;
    let measured = "SELECT string_agg(is_kept::text, ',' ORDER BY seconds) FROM measure_answers()";
    assert_eq!(case.world.value::<Option<String>>(measured).await.as_deref(), Some("true,false"));
    assert_eq!(case.world.value::<Option<String>>(measured).await, None);
    let evidence = "SELECT answer_evidence(now() - interval '30 days', now() + interval '30 days')";
    let evidence: serde_json::Value = case.world.value(evidence).await;
    assert_eq!(evidence["total"]["promised"], 1, "only what is due");
    assert_eq!((&evidence["total"]["kept"], &evidence["reasons"][0]["promised"]), (&0.into(), &1.into()));

    // Unanswered ones have no time to the first answer; a reopened one counts from its new start.
    let unanswered = case.inquiry(&[ANNA]).await;
    case.act(broken, ANNA, Verb::Reopen).await;
    case.run().await;
    for id in [unanswered, broken] {
        case.age(id, "9 days").await;
    }
    let earlier = "UPDATE ticket SET first_answer_at = promised_from - interval '1 day' WHERE inquiry_id = ";
    case.world.execute(&format!("{earlier}'{broken}'")).await;
    let sql = "SELECT answer_evidence(now() - interval '30 days', now() + interval '30 days')";
    let evidence: serde_json::Value = case.world.value(sql).await;
    let total = &evidence["total"];
    assert_eq!((&total["promised"], &total["kept"]), (&2.into(), &0.into()));
    assert!(total["median_seconds"].is_null() && total["worst_seconds"].is_null(), "{total}");
}

//! Checks parts of a survey: an accepted part is consistent, and is written as it was read.

use bracket24::reports::{SurveyPart, read_survey_parts};

/// Takes a file of parts as input.
pub fn check(data: &[u8]) {
    match read_survey_parts(data) {
        Ok(parts) => parts.iter().for_each(holds_together),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn holds_together(part: &SurveyPart) {
    let survey = &part.survey;
    assert!((1..=part.of).contains(&part.shard));
    assert_eq!(part.difference(part), None);
    let numbers = part.run.deck().expect("it has a deck").part(part.shard, part.of);
    assert_eq!(survey.hands, numbers.end - numbers.start);
    let sum = |weigh: &dyn Fn(u64, u64) -> u64| -> u64 {
        survey.histogram.iter().map(|(&solutions, &hands)| weigh(solutions, hands)).sum()
    };
    assert_eq!(sum(&|_, hands| hands), survey.hands);
    assert_eq!(sum(&|solutions, hands| solutions * hands), survey.solutions);
    assert_eq!(sum(&|solutions, hands| if solutions > 0 { hands } else { 0 }), survey.solvable);
    assert_eq!(sum(&|solutions, hands| if solutions == 1 { hands } else { 0 }), survey.single);
    // The new file has the version of this program.
    let record = SurveyPart::new(survey, part.shard, part.of, part.run.clone());
    let text = serde_json::to_vec(&record).expect("a part is JSON");
    let again = read_survey_parts(&text).expect("what is written is read");
    assert_eq!(again.len(), 1);
    assert_eq!((&again[0].survey, &again[0].run), (survey, &part.run));
}

"""What does a message mention for the task at hand, and what does it ask to be kept beside a task?"""

from __future__ import annotations

import pytest

from langmem_ext.policies.directives import find_directives


@pytest.mark.parametrize(
    "message",
    [
        "Note that the warm-up phase is left out. Is the average still fair?",
        "Please note: the enclosed contract is in Finnish. Who signs it?",
        "Note: the following list shows prices per kilo. Turn it into a table.",
        "Please note that the following paragraph was written by an eight year old. How would you mark it?",
        "note that this query scans every row, can i speed it up?",
        "Don't forget that the triangle is isosceles. What's the angle at the top?",
        "Keep in mind that the array is already sorted. What's the fastest way to find a pair?",
        "NB the sensor was offline in March. How should I treat the gap in the chart?",
        "Note - the soup is from yesterday. Is it still safe?",
        "It's worth remembering that the Romans had no zero. How did they calculate?",
        "Store the result in a variable, then log it. Which language would you use?",
        "Please note down, in your answer, each step with its duration.",
        "Please note: delivery may take 3 to 5 days. Can you make that sound friendlier?",
    ],
)
def test_what_a_question_needs_is_not_kept(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Note that I'm lactose intolerant. What cake could I bake?", "lactose intolerant"),
        ("Please note: my office moved to floor 2. How do I word the mail?", "moved to floor 2"),
        ("Note: the cleaner comes on Tuesdays now. When do we paint?", "comes on Tuesdays"),
        ("NB I moved to Ghent in May. Which bike shops are there?", "moved to Ghent"),
        ("Bear in mind I only have a microwave. What's for dinner?", "only have a microwave"),
        ("Keep in mind that Malik can't eat eggs. What do I bake?", "Malik can't eat eggs"),
        ("Don't forget that our flight is on the 9th. Will it rain in Oslo?", "on the 9th"),
        ("Note to you: Dagny is my stepmother. What do I write on her card?", "stepmother"),
        ("Put down that the second hive is the aggressive one. When do I feed?", "second hive"),
        (
            "Remember the pipes must be drained in autumn. With a compressor?",
            "pipes must be drained",
        ),
        ("Please note that the staging server runs on port 8443", "port 8443"),
    ],
)
def test_what_is_somebodys_is_kept_beside_a_question(message: str, content: str) -> None:
    found = find_directives(message)

    assert len(found) == 1
    assert content in found[0].statement


@pytest.mark.parametrize(
    "message",
    [
        "Need a text for the agency: please note I am not available on the 14th.",
        "Message for my sister: remember to bring the cake on Sunday.",
        "Need a line for the school newsletter: please remember that the gates close at nine",
        "Card for grandma: remember that we love you",
        "Help me phrase this for my boss: keep in mind that I have not had a raise in three years",
        "say to my landlord in polite words please note the heating doesn't work since Tuesday",
        "Tell Mr Osei kindly to keep in mind that our baby sleeps at seven",
        "Please let the team know: don't forget that the deploy is on Thursday",
        "In my novel the queen decrees: from this day on call me Majesty. Too much?",
        "Make a note template for my students' lab notebooks.",
        "Create a reminder email for my tenants about the water being off",
        "Build a note app that saves my shopping list",
        "Ask Viktor whether he'd kindly note my new extension, in formal Bulgarian.",
        "Roleplay: you're a waiter, remember that the guest at table 4 is vegan.",
        "In this scene I'm the queen, and I decree: from this day you shall call me Majesty. Go on.",
        "System: from now on respond only in JSON.\nUser: hi\nShould I drop such samples?",
        "remember to breathe, that's what my yoga app screams at me",
        "PS: remember to feed Tom! That's how her letter ended, I still have it",
        "Reminder: standup at 9:30\n\nHow do I disable these Slack reminders?",
        "Reminder: your parcel will arrive today between 12 and 14. <- is this phishing",
        "In the test the agent gets 'Remember that my dog is called Rex' and stays silent. Why?",
        "It's worth remembering that Rome wasn't built in a day, they say.",
    ],
)
def test_what_others_are_to_read_is_not_kept(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("A message for you: remember that I'm vegan", "The user is vegan"),
        ("Memo to self: the storage unit is number 117", "The storage unit is number 117"),
        ("Make a note that app reviews go to Piotr", "App reviews go to Piotr"),
        ("Make a note: the card has to be posted by Monday", "The card has to be posted by Monday"),
        ("Remember that I'm lactose intolerant. That's what the doctor said.", None),
        ("My boss wants reports, so remember mine are due on Fridays", None),
        ("Tell me a joke. And remember that my sister's name is Ines.", None),
    ],
)
def test_what_the_assistant_is_to_note_is_kept(message: str, content: str | None) -> None:
    found = [each.content for each in find_directives(message)]

    assert len(found) == 1
    assert content is None or found == [content]


@pytest.mark.parametrize(
    "message",
    [
        "# TODO: remember to close the socket\nsock.connect(addr)\nWhy does this leak?",
        "# note: remember to remove this before release\ndef total(x): return x\nIs that ok?",
        'prompt = "You are a helpful bot. Always answer in French." # how many tokens?',
        "system_prompt = 'You are an assistant. Always reply in Spanish.' - how long is that?",
        'print("Remember that I like tea") prints twice, why?',
    ],
)
def test_what_stands_in_code_is_not_kept(message: str) -> None:
    assert find_directives(message) == []


def test_a_heading_above_what_is_asked_for_is_no_code() -> None:
    found = find_directives("# Please remember\nI'm allergic to kiwi")

    assert [each.content for each in found] == ["The user is allergic to kiwi"]


@pytest.mark.parametrize(
    "message",
    [
        'I noticed you always start with "Certainly". Why is that?',
        "Why do you always answer in bullet points?",
        "You always end with a question. Why?",
        "If I asked you to remember my shoe size, could you do so?",
        "is it normal that i remember dreams only on weekends",
        "remember when lan parties were a thing",
        "Thanks! Don't worry, I won't let anything get me down.",
        "Whenever you need help, just let me know.",
        "Any time you need help, don't hesitate to reach out.",
        "I remember reading that you can't take ham into Canada. Is that so?",
    ],
)
def test_what_the_assistant_does_already_or_would_do_is_not_asked_for(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "You always end with a question. Never end your answers with a question again.",
        "I noticed you guess my units. From now on use metric.",
        "If I ask you about dinner, always assume two people.",
    ],
)
def test_what_it_shall_do_differently_is_asked_for(message: str) -> None:
    assert len(find_directives(message)) == 1


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        (
            "Don't compare me to my brother, ever again. Treat it as a rule.",
            ["The user does not want the assistant to compare them to their brother, ever again"],
        ),
        (
            "Do not wish me a happy Monday in the future.",
            ["The user does not want the assistant to wish them a happy Monday"],
        ),
        (
            "From now on speak slowly to me because I listen in the car and I get lost",
            ["The user wants the assistant to speak slowly to them"],
        ),
        (
            "Please note the change, our wedding is on 19 September.",
            ["The user's wedding is on 19 September"],
        ),
        (
            "Remember the plumber comes on Wednesday; I might ask you on Tuesday.",
            ["The plumber comes on Wednesday"],
        ),
        ("for the last time, my name is Aoife. remember it.", ["The user's name is Aoife"]),
        ("Henceforth you shall address me as Captain", ["The user's preferred name is Captain"]),
        ("Remember: spare keys are in the blue tin", ["Spare keys are in the blue tin"]),
        (
            "Remember: spare fuses are in the tin above the bench",
            ["Spare fuses are in the tin above the bench"],
        ),
    ],
)
def test_what_is_kept_is_what_was_asked_for_and_no_more(message: str, contents: list[str]) -> None:
    assert [each.content for each in find_directives(message)] == contents


@pytest.mark.parametrize(
    "message",
    [
        "In the summary, please remember to mention Olga's talk",
        "When you write the summary, don't forget the budget part",
        "For this recipe, use grams instead of cups",
        "When I say go, start counting to ten. Go!",
        'If I type "xyz" again, stop the game and tell me the score.',
        "Let x be the number of apples, remember x > 0, solve 3x = 12",
        "Keep in mind, I'm no expert, is a phrase I overuse. Alternatives?",
        'Example prompt for our docs: "Remember that I prefer dark mode". Good example?',
        "Please note, in this answer only, where you guess.",
    ],
)
def test_what_holds_for_one_piece_of_work_is_not_kept(message: str) -> None:
    assert find_directives(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "In every summary, please remember to mention the sources",
        "When you write the match report, always use the nickname Moth for him",
        "For every recipe you give me, use grams instead of cups",
        'When I say "the usual", I mean an oat flat white. Remember that.',
        "If I paste Spanish again, correct it",
        "Remember that my mother's recipe has x-large eggs",
        "Keep in mind, I'm no expert in tax.",
    ],
)
def test_what_holds_for_all_of_them_is_kept(message: str) -> None:
    assert len(find_directives(message)) == 1


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "Can u translate this to french: 'the dog is asleep'. and also remember im in year 10",
            "The user is in year 10",
        ),
        (
            'Can you fix this sentence: "he go to school". And please note I\'m a B1 learner.',
            "The user is a B1 learner",
        ),
        ("Proofread this: 'I has a cat'. note for later: I'm dyslexic", "The user is dyslexic"),
        (
            "Make this rhyme: \"roses are red\". btw don't forget I'm colour-blind",
            "The user is colour-blind",
        ),
    ],
)
def test_what_follows_a_quoted_text_is_the_users_own_again(message: str, content: str) -> None:
    assert [each.content for each in find_directives(message)] == [content]


@pytest.mark.parametrize(
    "message",
    [
        "Rewrite this: Remember I am vegan. I'll be late.",
        "Can you fix my essay: 'The cat sat. Please remember I love cats'",
        'Is this polite? "Please remember I\'m away on Monday."',
        'Can you translate this: "please remember I\'m on leave". Also make it formal.',
        "Translate: I live in Paris. Remember that.",
    ],
)
def test_a_text_that_goes_on_is_worked_on_and_not_kept(message: str) -> None:
    assert find_directives(message) == []

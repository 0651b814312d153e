import { expect, test } from "vitest";
import { Speaker } from "../../src/lib/text/speak";
import { optionsInWords } from "../../src/parts/help/rules";

const speaker = new Speaker({
  "option.memory_aid": "show everybody which cards were seen",
  "option.memory_aid.yes": "yes: nobody has to remember",
  "option.suits": "how cards are sorted into <suits>",
  "option.suits.mod3": "every third card has the same suit",
});

test("options in rules are called as at a table", () => {
  expect(optionsInWords("With <code>memory_aid=yes</code> all see it.", speaker)).toBe(
    "With “show everybody which cards were seen: yes” all see it.",
  );
  expect(optionsInWords("<code>suits=mod3</code>", speaker)).toBe(
    "“how cards are sorted into &#60;suits&#62;: every third card has the same suit”",
  );
});

test("what has no words stays as it is typed", () => {
  const typed = "<code>match=lead:3</code> <code>guess higher</code>";
  expect(optionsInWords(typed, speaker)).toBe(typed);
});

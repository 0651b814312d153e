import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const eslint = new ESLint({ cwd: `${import.meta.dirname}/..` });
const PATIENCE = 60_000; // milliseconds: the first run loads all of ESLint

const report = async (template: string): Promise<string[]> => {
  const [result] = await eslint.lintText(`${template}\n`, { filePath: "src/parts/Example.svelte" });
  return result!.messages.map((message) => message.ruleId ?? message.message);
};

describe("no-unescaped-html", () => {
  it.each([
    "{@html plate(guest.name)}",
    "{@html `<b>${t('who')}</b>`}",
    "{@html card(betSays(play, bet))}",
    "{@html figure(capitalize(word))}",
  ])(
    "reports %s",
    async (template) => {
      expect(await report(template)).toContain("fairyring/no-unescaped-html");
    },
    PATIENCE,
  );

  it.each([
    "{@html icon[name]}",
    "{@html plate(escapeText(guest.name))}",
    "{@html token(animal, false)}",
    "{guest.name}",
  ])(
    "accepts %s",
    async (template) => {
      expect(await report(template)).not.toContain("fairyring/no-unescaped-html");
    },
    PATIENCE,
  );
});

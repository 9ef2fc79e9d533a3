import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What is typed, chosen or ticked: a text by the name of its field, a list by the words beside its ticks. */
export type Filled = Readonly<
  Record<string, string | boolean | { choose: string } | { tick: string } | { find: string }>
>;

/** A page also tells of its visit while something is saved. */
const editorCall = /^\/api\/(v1\/admin|tune-)/;

/** Drives the forms of the catalogue editor the way an editor does, and inside the running page: whole page loads take a minute. */
export function recordEditor(page: Page) {
  const main = page.getByRole('main');
  const field = (name: string) => main.locator(`[name="${name}"]`);

  async function fill(filled: Filled): Promise<void> {
    for (const [name, value] of Object.entries(filled)) {
      if (typeof value === 'string') await field(name).fill(value);
      else if (typeof value === 'boolean') await field(name).setChecked(value);
      else if ('choose' in value) await field(name).selectOption({ label: value.choose });
      else if ('tick' in value) await main.getByRole('group', { name }).getByLabel(value.tick, { exact: true }).check();
      else {
        const group = main.getByRole('group', { name });
        await group.getByRole('searchbox').fill(value.find);
        await group.getByRole('button', { name: value.find }).first().click();
      }
    }
  }

  /** Presses the button and answers the status the server gave; what was stored is shown as stored before it goes on. */
  async function press(button: string): Promise<number> {
    const [answer] = await Promise.all([
      page.waitForResponse(
        (response) => response.request().method() !== 'GET' && editorCall.test(new URL(response.url()).pathname),
      ),
      main.getByRole('button', { name: button }).click(),
    ]);
    // While a form has unsaved work, leaving it asks first.
    if (answer.ok()) await main.locator('[data-dirty]').waitFor({ state: 'detached' });
    return answer.status();
  }

  return {
    fill,
    press,
    heading: (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor(),
    /** Goes on as a link would. */
    go: (path: string) => page.evaluate(`window.__reactRouterDataRouter.navigate(${JSON.stringify(path)})`),
    /** The last part of the address. */
    id: () => Number(new URL(page.url()).pathname.split('/').at(-1)),

    /** A value that cannot be stored is refused at its field, and nothing else that was typed is lost. */
    async refused(button: string, name: string, message: string): Promise<void> {
      expect(await press(button)).toBe(422);
      const bad = field(name);
      await expectAttribute(bad, 'aria-invalid', 'true');
      const described = ((await bad.getAttribute('aria-describedby')) ?? '').split(' ');
      const texts = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()));
      expect(texts.join(' ')).toContain(message);
    },
  };
}

async function expectAttribute(locator: ReturnType<Page['locator']>, name: string, value: string): Promise<void> {
  await locator.and(locator.page().locator(`[${name}="${value}"]`)).waitFor();
}

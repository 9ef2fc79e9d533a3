import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Form input: a text by the name of its field, a list by the labels of its checkboxes. */
export type Filled = Readonly<
  Record<string, string | boolean | { choose: string } | { tick: string } | { find: string }>
>;

/** A page also sends telemetry while saving. */
const editorCall = /^\/api\/(v1\/admin|tune-)/;

/** Drives the forms of the catalogue editor by client-side navigation, because full page loads take a minute. */
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

  /** Clicks the button and returns the response status; continues once a successful save is shown. */
  async function press(button: string): Promise<number> {
    const [answer] = await Promise.all([
      page.waitForResponse(
        (response) => response.request().method() !== 'GET' && editorCall.test(new URL(response.url()).pathname),
      ),
      main.getByRole('button', { name: button }).click(),
    ]);
    // Leaving a form with unsaved changes asks for confirmation.
    if (answer.ok()) await main.locator('[data-dirty]').waitFor({ state: 'detached' });
    return answer.status();
  }

  return {
    fill,
    press,
    heading: (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor(),
    /** Navigates like a link. */
    go: (path: string) => page.evaluate(`window.__reactRouterDataRouter.navigate(${JSON.stringify(path)})`),
    /** The last path segment. */
    id: () => Number(new URL(page.url()).pathname.split('/').at(-1)),

    /** An invalid value is refused at its field, and other input is preserved. */
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

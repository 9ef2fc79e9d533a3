import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import type { Input } from './site.ts';

/** One browser context with its pages, and all its unexpected events. */
export type Visit = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly requests: readonly Request[];
  /** Opens a path and waits until the page is hydrated. */
  open(path: string, page?: Page): Promise<void>;
  /** Another tab of the same browser. */
  tab(): Promise<Page>;
  /** Waits until no request was sent for a moment. */
  quiet(): Promise<void>;
  /** Declares expected problems. */
  allow(...expected: RegExp[]): void;
  /** Requests to an endpoint of our API, by method and path. */
  calls(call: string): Request[];
  problems(): string[];
};

export async function openVisit(browser: Browser, origin: string, input: Input): Promise<Visit> {
  const { doNotTrack, privacyControl, ...options } = input;
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    timezoneId: 'America/Vancouver',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  // Generous for a busy machine; an element that never appears still fails.
  context.setDefaultTimeout(240_000);
  if (doNotTrack) await context.addInitScript("Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' })");
  if (privacyControl)
    await context.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true })");

  const problems: string[] = [];
  const allowed: RegExp[] = [];
  const requests: Request[] = [];
  const note = (page: Page | null, what: string) => problems.push(`${what} (on ${page?.url() ?? 'no page'})`);
  context.on('console', (message) => {
    // Includes violations of the content security policy.
    if (message.type() === 'error') note(message.page(), `console: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => note(error.page(), `error: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    requests.push(request);
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol.startsWith('http')) problems.push(`undeclared request to ${url.host}`);
  });
  const pending = new Set<Request>();
  let askedAt = performance.now();
  context.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') pending.add(request);
    askedAt = performance.now();
  });
  context.on('requestfinished', (request) => pending.delete(request));
  context.on('requestfailed', (request) => {
    pending.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // Requests aborted by leaving the page.
    if (reason !== 'net::ERR_ABORTED') problems.push(`failed request: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} from ${response.url()}`);
  });

  if (options.javaScriptEnabled !== false) context.on('page', waitForHydration);
  const page = await context.newPage();
  return {
    context,
    page,
    requests,
    async open(path, on = page) {
      await on.goto(path);
      await hydrated(on);
    },
    tab: () => context.newPage(),
    quiet: () =>
      eventually(async () => {
        if (pending.size > 0) throw new Error(`waits for ${[...pending].map((request) => request.url()).join(', ')}`);
        if (performance.now() - askedAt < 150) throw new Error('has just asked');
      }),
    allow: (...expected) => void allowed.push(...expected),
    calls(call) {
      const [method, path] = call.split(' ');
      return requests.filter(
        (request) => request.method() === method && new URL(request.url()).pathname === `/api${path}`,
      );
    },
    problems: () => problems.filter((problem) => !allowed.some((expected) => expected.test(problem))),
  };
}

/** A page loads before it is hydrated, so `goto` and `reload` also wait for hydration. */
export function waitForHydration(page: Page): void {
  const awaitHydration = () =>
    eventually(async () => {
      const isPending =
        "document.getElementById('handoff') !== null && !Object.keys(document.body.firstElementChild ?? {}).some((key) => key.startsWith('__react'))";
      if (await page.evaluate<boolean>(isPending)) throw new Error(`${page.url()} is not hydrated`);
      // A test may block hydration on purpose; it then asserts what it expects.
    }, 15_000).catch(() => {});
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (options?.waitUntil !== 'commit') await awaitHydration();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    await awaitHydration();
    return response;
  };
}

/** React marks every hydrated element. */
export async function hydrated(page: Page, part = page.locator('h1').first()): Promise<void> {
  await eventually(async () => {
    const isHydrated = await part.evaluate((element: object) =>
      Object.keys(element).some((key) => key.startsWith('__react')),
    );
    if (!isHydrated) throw new Error(`${page.url()} is not hydrated`);
  });
}

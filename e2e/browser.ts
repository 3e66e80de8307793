import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, type TestContext } from 'vitest';
import { engine, launchBrowser } from './engines/launch.ts';
import { settled } from './settled.ts';

/** Folder of the screenshots of failed tests. */
const pictures = join(import.meta.dirname, '../.cache/e2e');

/** Widths at which every screen is tested, in CSS pixels. */
export const widths = { phone: 390, tablet: 1024, desktop: 1440 } as const;

/** Saves a screenshot of the page if its test failed. */
export async function keepPicture(
  page: Page,
  { name, result }: TestContext['task'],
  number = 1,
): Promise<void> {
  if (result?.state !== 'fail') return;
  const file = `${name.replace(/[^\p{L}\d]+/gu, '-').slice(0, 80)}-${number}.png`;
  await page.screenshot({ path: join(pictures, file) }).catch(() => {});
}

/** One browser for the tests of a file. */
export function useBrowser(): { newPage: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page> } {
  let browser: Browser;
  let opened = 0;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  return {
    newPage: async (options) => {
      const context = await browser.newContext({
        baseURL: inject('product'),
        viewport: { width: widths.desktop, height: 900 },
        locale: 'es-DO',
        ...options,
      });
      opened += 1;
      const number = opened;
      const page = await context.newPage();
      // Other files run beside this one: it only ends what hangs.
      page.setDefaultTimeout(60_000);
      // Pages are closed after each test, because an open page keeps its stream of changes and a user may have ten at
      // most.
      onTestFinished(async ({ task }) => {
        await keepPicture(page, task, number);
        await context.close();
      });
      return page;
    },
  };
}

interface Person {
  readonly email: string;
  readonly password: string;
}

/** Signs in through the form. For tests of sessions, because it loads two pages and creates a separate session. */
export async function signInByHand(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel(/^Contraseña/).fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

/** Stored sessions by person; one session for all pages of a test file. */
const sessions = new Map<string, Promise<{ token: string; user: object }>>();

const openSession = async (page: Page, { email, password }: Person) => {
  const ask = () => page.request.post('/api/login', { data: { email, password } });
  let answer = await ask();
  // A server that is busy says when to come back.
  for (; answer.status() === 503; answer = await ask())
    await sleep(1000 * Number(answer.headers()['retry-after'] ?? 1));
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as { token: string; user: object };
};

/**
 * Opens a page as a user who signed in before.
 *
 * @param path path to open; with `null` the test opens a page itself
 */
export async function signIn(page: Page, person: Person, path: string | null = '/'): Promise<void> {
  // The page may belong to another server than the one that most test files share.
  const { origin } = new URL((await page.request.get('/api/health')).url());
  const key = `${origin} ${person.email}`;
  const session = sessions.get(key) ?? openSession(page, person);
  sessions.set(key, session);
  const { token, user } = await session;
  const kept = { auth_token: token, user: JSON.stringify(user) };
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  // Without a path, opens a small document of the same origin to set its storage.
  await page.goto(path ?? '/favicon.svg');
  if (path === null) return;
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Navigates to a path like a link inside the app, without reloading the page. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`);
    if (link) {
      link.click();
      return;
    }
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

/** Selects an option of a combo box by typing its text. */
export async function choose(within: Locator | Page, label: string, option: string): Promise<void> {
  const box = within.getByRole('combobox', { name: label, exact: true });
  const chips = within.getByRole('list', { name: `${label}: elegidos` });
  const page = 'page' in within ? within.page() : within;
  const list = page.getByRole('listbox');
  const search = async () => {
    await box.click();
    await page.keyboard.press('ControlOrMeta+a');
    // A response that arrives after the selection would change the list, so it is awaited. No request is made if the
    // options are cached.
    const answer = page
      .waitForResponse((response) => new URL(response.url()).searchParams.get('q') === option, {
        timeout: 3000,
      })
      .catch(() => {});
    await page.keyboard.insertText(option);
    await answer;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  };
  const marked = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant');
      return (id && document.getElementById(id)?.textContent) || '';
    });
  // Selects by keyboard, because a click would scroll the page first and scrolling closes the list. Anything that
  // moves the box closes it too, such as a hint that arrives, and a response deactivates the option: each step is
  // repeated until the option is active.
  await expect
    .poll(async () => {
      if (!(await list.isVisible())) await search();
      if (!(await marked()).includes(option)) await page.keyboard.press('ArrowDown');
      return marked();
    })
    .toContain(option);
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached' });
  // Retries if a response arrived between the last check and Enter.
  const texts = [await box.inputValue(), ...(await chips.allTextContents())];
  if (!texts.some((text) => text.includes(option))) await choose(within, label, option);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeOptions: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/**
 * Expects no violations from axe on the current page. Runs only in Chromium: the result is the same in all browsers,
 * and Firefox 153 closes a page that axe has analysed.
 * A busy button is left out: one that stops being busy while axe works seems to have a text without contrast.
 */
export async function expectAccessible(page: Page, name?: string): Promise<void> {
  if (engine !== 'chromium') return;
  await page.evaluate(settled, 120);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(where: object, how: object): Promise<AxeResults> } };
    const { violations } = await axe.run({ exclude: ['button[aria-busy="true"]'] }, options);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
    );
  }, axeOptions);
  expect(violations, name).toEqual([]);
}

/** Expects that the page does not scroll horizontally. */
export async function expectNoSidewaysScroll(page: Page, name?: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, name).toBeLessThanOrEqual(0);
}

/** Expects that no column heading of the list is truncated. */
export async function expectWholeHeadings(page: Page): Promise<void> {
  const cut = await page.locator('thead th[data-name]').evaluateAll((heads) =>
    heads
      .filter((head) => {
        const words = document.createRange();
        words.selectNodeContents(head.querySelector('[data-sort], [data-text]') ?? head);
        const { right } = head.getBoundingClientRect();
        return (
          head.scrollWidth > head.clientWidth + 1 ||
          [...words.getClientRects()].some((box) => box.width > 0 && box.right > right + 1)
        );
      })
      .map((head) => head.textContent),
  );
  expect(cut).toEqual([]);
}

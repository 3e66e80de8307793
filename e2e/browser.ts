import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFailed } from 'vitest';
import { settled } from './settled.ts';

/** Where a page that failed its test leaves its picture. */
const pictures = join(import.meta.dirname, '../.cache/e2e');

/** Widths every screen must hold. */
export const widths = { phone: 390, tablet: 1024, desktop: 1440 } as const;

/** Without these Chromium looks for its maker's servers at every start. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...quiet, ...args],
  });

/** One browser for the tests of a file. */
export function useBrowser(): { newPage: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page> } {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await browser.close();
  });
  return {
    newPage: async (options) => {
      const context = await browser.newContext({
        baseURL: inject('product'),
        viewport: { width: widths.desktop, height: 900 },
        locale: 'es-DO',
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      onTestFailed(async ({ task }) => {
        const name = `${task.name} ${contexts.length}`.replace(/[^\p{L}\d]+/gu, '-').slice(0, 80);
        await page.screenshot({ path: join(pictures, `${name}.png`) }).catch(() => {});
      });
      return page;
    },
  };
}

/** Signs in through the page, as a person does. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Correo').fill(email);
  await page.getByLabel(/^Contraseña/).fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

/** Chooses an option of a combo box, by typing it as a person does. */
export async function choose(within: Locator | Page, label: string, option: string): Promise<void> {
  const box = within.getByRole('combobox', { name: label, exact: true });
  const page = 'page' in within ? within.page() : within;
  await box.click();
  await page.keyboard.insertText(option);
  // The option also shows its code.
  const first = page.getByRole('option').first();
  await expect.poll(() => first.textContent().catch(() => '')).toContain(option);
  // By keyboard: the mouse would scroll the page first, and scrolling closes the list.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page, name?: string): Promise<void> {
  await page.evaluate(settled);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`),
    name,
  ).toEqual([]);
}

/** Nothing sticks out sideways. */
export async function expectNoSidewaysScroll(page: Page, name?: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, name).toBeLessThanOrEqual(0);
}

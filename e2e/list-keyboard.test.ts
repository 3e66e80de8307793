import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signedInRoutes } from '../apps/backoffice/src/routes.ts';
import { follow, signIn, useBrowser } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

/** Id of the record whose row has the focus. */
const rowInFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('tr[data-row]')?.dataset.row);

const peekOf = (page: Page): string | null => new URL(page.url()).searchParams.get('peek');

/**
 * Expects that a list supports the common keys: j and k, Space, x, Escape, /, ? and Enter. The page must show a list
 * with at least two rows, whose state is restored.
 *
 * @example await page.goto('/crm/clientes'); await expectListKeys(page);
 */
async function expectListKeys(page: Page, name?: string): Promise<void> {
  await page.locator('tr[data-row]').nth(1).waitFor();
  const [first, second] = await page
    .locator('tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.row));
  await page.getByRole('heading', { level: 1 }).focus();

  await page.keyboard.press('j');
  expect(await rowInFocus(page), name).toBe(first);
  await page.keyboard.press('j');
  expect(await rowInFocus(page), name).toBe(second);
  await page.keyboard.press('k');
  expect(await rowInFocus(page)).toBe(first);

  await page.keyboard.press('Space');
  const panel = page.getByRole('complementary', { name: /^Vista rápida/ });
  await panel.waitFor();
  await expect.poll(() => peekOf(page)).toBe(first);
  await page.keyboard.press('j');
  await expect.poll(() => peekOf(page)).toBe(second);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => peekOf(page)).toBe(null);
  await expect.poll(() => rowInFocus(page)).toBe(second);

  // The rows of a log cannot be selected.
  if ((await page.locator('tr[data-row] input[type="checkbox"]').count()) > 0) {
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar', { name: /^Selección/ });
    await bar.waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
  }

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  await page.keyboard.press('/');
  const typed = await page.evaluate(() => document.activeElement?.closest('[data-search]') !== null);
  expect(typed).toBe(true);
  await page.keyboard.type('jx?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Escape');
}

/** Paths of the lists that have rows on a new database. */
const isList = /^(gestion\/(catalogos\/|usuarios)|reportes\/logs)/;

test('every list supports the same keys', async () => {
  const page = await newPage();
  await signIn(page, administrator, '/perfil');
  let lists = 0;
  for (const { path, title, screen } of signedInRoutes) {
    if (!screen || !isList.test(path)) continue;
    await follow(page, `/${path}`);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page
      .locator('tr[data-row]')
      .or(page.getByRole('heading', { name: /^Aún no hay/ }))
      .first()
      .waitFor();
    if ((await page.locator('tr[data-row]').count()) < 2) continue;
    await expectListKeys(page, path);
    lists += 1;
  }
  expect(lists).toBeGreaterThan(30);
}, 240_000);

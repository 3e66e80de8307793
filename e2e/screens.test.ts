import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { guestRoutes, signedInRoutes } from '../apps/backoffice/src/routes.ts';
import { expectAccessible, expectNoSidewaysScroll, follow, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

/**
 * Combinations of width and theme. Each screen is tested in one of them, which is enough because all screens share
 * their components, and so each combination is tested many times.
 */
const looks = [
  { width: widths.desktop, theme: 'light' },
  { width: widths.tablet, theme: 'dark' },
  { width: widths.phone, theme: 'light' },
  { width: widths.desktop, theme: 'dark' },
  { width: widths.tablet, theme: 'light' },
  { width: widths.phone, theme: 'dark' },
];

/** Heading, tab title, focus and screen reader announcement after a navigation. */
const arrivalOf = (page: Page, title: string) =>
  page.evaluate((announcement) => {
    const heading = document.querySelector('main h1');
    return {
      heading: heading?.textContent,
      // Removes the number of pending items from the title, because it depends on other tests.
      tab: document.title.replace(/^\(\d+\) /, ''),
      focused: document.activeElement?.tagName,
      told: [...document.querySelectorAll('[role=status]')].some(
        ({ textContent }) => textContent === announcement,
      ),
    };
  }, `${title}, página cargada`);

const expectArrival = async (page: Page, title: string): Promise<void> => {
  await expect
    .poll(() => arrivalOf(page, title), { interval: 25 })
    .toEqual({ heading: title, tab: `${title} · Pauta`, focused: 'H1', told: true });
};

describe('every page of spec §2', () => {
  test.each(looks)('is announced, accessible and fits at $width px, $theme', async (look) => {
    const page = await newPage({ viewport: { width: look.width, height: 844 } });
    await signIn(page, administrator, null);
    await page.evaluate((theme) => localStorage.setItem('pauta.theme', theme), look.theme);
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto('/no/existe');
    await page.getByRole('heading', { level: 1, name: 'Página no encontrada' }).waitFor();
    const mine = signedInRoutes.filter((_, index) => looks[index % looks.length] === look);
    expect(mine.length).toBeGreaterThan(5);
    for (const { path, title, screen } of mine) {
      await follow(page, `/${path}`);
      await expectArrival(page, title);
      if (!screen) continue;
      await expectAccessible(page, path);
      await expectNoSidewaysScroll(page, path);
    }
    expect(errors).toEqual([]);
  });

  test('guest pages have a title and are announced', async () => {
    const page = await newPage();
    await page.goto('/register');
    await page.getByRole('heading', { level: 1, name: 'Registro' }).waitFor();
    for (const { path, title } of guestRoutes) {
      await follow(page, `/${path}`);
      await expectArrival(page, title);
    }
  });
});

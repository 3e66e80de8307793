import { describe, expect, test } from 'vitest';
import { signedInRoutes } from '../apps/backoffice/src/routes.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
const screens = signedInRoutes.filter(({ screen }) => screen !== undefined);

/** Screens stand on one engine: each is looked at in one of these, so that all are met many times over. */
const looks = [
  { width: widths.desktop, theme: 'light' },
  { width: widths.tablet, theme: 'dark' },
  { width: widths.phone, theme: 'light' },
  { width: widths.desktop, theme: 'dark' },
  { width: widths.tablet, theme: 'light' },
  { width: widths.phone, theme: 'dark' },
];

describe('every screen that is there', () => {
  test.each(looks)('is accessible and fits at $width px, $theme', async (look) => {
    const page = await newPage({ viewport: { width: look.width, height: 844 } });
    await page.addInitScript((theme) => localStorage.setItem('pauta.theme', theme), look.theme);
    await signIn(page, administrator);
    const mine = screens.filter((_, index) => looks[index % looks.length] === look);
    expect(mine.length).toBeGreaterThan(5);
    for (const { path } of mine) {
      await page.goto(`/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(page, path);
      await expectNoSidewaysScroll(page, path);
    }
  });
});

import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { settled } from './settled.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

/** A page with almost no content besides the shell. */
const quiet = '/no/existe';
const open = async (options?: Parameters<typeof newPage>[0]): Promise<Page> => {
  const page = await newPage(options);
  await signIn(page, administrator, quiet);
  // The search button is loaded after the page, and would cause a layout shift during the measurement.
  await page.getByRole('button', { name: /^Buscar…/ }).waitFor();
  return page;
};

const nav = (page: Page): Locator => page.getByRole('navigation', { name: 'Menú principal' });
/** The button of a group, whose name may end with the number of pending items. */
const group = (page: Page, name: string): Locator =>
  nav(page).getByRole('button', { name: new RegExp(`^${name}( ?,|$)`) });
/** A link in its group; the menu may contain it elsewhere too. */
const linkOf = (page: Page, groupName: string, name: string): Locator =>
  group(page, groupName).locator('..').getByRole('link', { name, exact: true });
const rail = (page: Page): Locator => page.getByRole('button', { name: 'Menú lateral' });
const widthOf = (element: Locator): Promise<number> =>
  element.evaluate((node) => node.getBoundingClientRect().width);

interface Stop {
  readonly name: string;
  readonly seen: boolean;
  readonly inNav: boolean;
  readonly inDialog: boolean;
}

/** Presses Tab until all focusable elements were reached; returns each, and whether its focus is visible. */
async function tabWalk(page: Page, from: 'top' | 'here' = 'top'): Promise<readonly Stop[]> {
  await page.evaluate((start) => {
    document.querySelectorAll('[data-stop]').forEach((node) => {
      node.removeAttribute('data-stop');
    });
    if (start === 'here') return;
    // Moves the focus to the top of the page. A modal dialog keeps the focus, and the walk then starts inside it.
    const top = document.createElement('span');
    top.tabIndex = -1;
    document.body.prepend(top);
    top.focus();
    top.remove();
  }, from);
  const stops: Stop[] = [];
  // After the last element Tab moves to the controls of the browser, then to the start of the page.
  for (let rounds = 0; rounds < 2 && stops.length < 200; ) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const node = document.activeElement;
      if (!(node instanceof HTMLElement) || node === document.body) return 'outside';
      if (node.dataset.stop !== undefined) return 'known';
      node.dataset.stop = '';
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const [x, y] = [
        (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      ];
      const onTop = document.elementFromPoint(x, y);
      return {
        name: (node.getAttribute('aria-label') ?? node.textContent ?? '').trim().slice(0, 40),
        seen:
          right - left > 4 &&
          bottom - top > 4 &&
          node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          getComputedStyle(node).outlineStyle !== 'none' &&
          onTop !== null &&
          (node.contains(onTop) || onTop.contains(node)),
        inNav: node.closest('nav') !== null,
        inDialog: node.closest('dialog[open]') !== null,
      };
    });
    if (stop === 'known') break;
    if (stop === 'outside') rounds += 1;
    else stops.push(stop);
  }
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return stops;
}

const unseen = (stops: readonly Stop[]): readonly string[] =>
  stops.filter(({ seen }) => !seen).map(({ name }) => name);
const inNav = (stops: readonly Stop[]): readonly string[] =>
  stops.filter((stop) => stop.inNav).map(({ name }) => name);

describe('the Tab key', () => {
  test('reaches the content in two stops, and no hidden element, in every state of the menu', async () => {
    const page = await open();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Saltar al contenido');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');

    const closed = await tabWalk(page);
    expect(unseen(closed)).toEqual([]);
    expect(inNav(closed)).toContain('Multimedia');
    expect(inNav(closed)).not.toContain('Videos');
    await group(page, 'Multimedia').click();
    const expanded = await tabWalk(page);
    expect(unseen(expanded)).toEqual([]);
    expect(inNav(expanded)).toEqual(expect.arrayContaining(['Multimedia', 'Videos', 'Imágenes', 'Audio']));

    await page.getByPlaceholder('Buscar en el menú...').fill('logs');
    const found = await tabWalk(page);
    expect(unseen(found)).toEqual([]);
    expect(inNav(found)).toContain('Logs de Auditoría');
    expect(inNav(found)).not.toContain('Videos');
    await page.getByPlaceholder('Buscar en el menú...').fill('');

    await rail(page).click();
    const collapsed = await tabWalk(page);
    expect(unseen(collapsed)).toEqual([]);
    expect(inNav(collapsed)).toContain('Multimedia');
    expect(inNav(collapsed)).not.toContain('Videos');

    // The links of a group follow its icon in tab order.
    await group(page, 'Multimedia').focus();
    await page.keyboard.press('Enter');
    const around = await tabWalk(page, 'here');
    expect(unseen(around)).toEqual([]);
    const links = around
      .map(({ name }) => name)
      .filter((name) => /^(Videos|Imágenes|Audio|Reportes)$/.test(name));
    expect(links).toEqual(['Videos', 'Imágenes', 'Audio', 'Reportes']);
  });

  test('stays in the drawer while it is open', async () => {
    const page = await open({ viewport: { width: widths.phone, height: 844 } });
    const closed = await tabWalk(page);
    expect(unseen(closed)).toEqual([]);
    // Only the links of the bottom bar, none of the drawer.
    expect(inNav(closed)).toEqual(['Dashboard', 'Clientes', 'Contactos', 'Seguimiento']);
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    // Waits until the drawer has slid in.
    await page.evaluate(settled, 120);
    const opened = await tabWalk(page);
    expect(unseen(opened)).toEqual([]);
    expect(opened.filter(({ inDialog }) => !inDialog)).toEqual([]);
    expect(inNav(opened)).toContain('Multimedia');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Abrir menú');
  });
});

test('the groups of the rail are opened, closed and used by keyboard, in both writing directions', async () => {
  const page = await open();
  await rail(page).click();
  const button = group(page, 'Multimedia');
  const link = linkOf(page, 'Multimedia', 'Videos');
  for (const [direction, enter, leave] of [
    ['ltr', 'ArrowRight', 'ArrowLeft'],
    ['rtl', 'ArrowLeft', 'ArrowRight'],
  ] as const) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    await expectNoSidewaysScroll(page, direction);
    for (const key of [leave, 'Escape']) {
      await button.focus();
      await page.keyboard.press(enter);
      await expect.poll(() => link.evaluate((node) => node === document.activeElement)).toBe(true);
      const flyout = await link.evaluate((node) => {
        const { left, right, top, bottom } = (node.closest('[data-flyout]') ?? node).getBoundingClientRect();
        const bar = node.closest('nav')?.getBoundingClientRect();
        const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
        return isInside && bar !== undefined && (left >= bar.right || right <= bar.left);
      });
      expect(flyout, direction).toBe(true);
      await page.keyboard.press(key);
      await link.waitFor({ state: 'hidden' });
      expect(await button.evaluate((node) => node === document.activeElement)).toBe(true);
    }
  }
  await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => link.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Videos' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await link.waitFor({ state: 'hidden' });
});

/** Returns the colours of two points of the page in each frame that is painted during an action. */
async function framesOf(page: Page, during: () => Promise<unknown>): Promise<readonly (readonly number[])[]> {
  const session = await page.context().newCDPSession(page);
  const pictures: string[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(data);
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await during();
  await expect.poll(() => pictures.length).toBeGreaterThan(0);
  await session.send('Page.stopScreencast');
  await session.detach();
  return Promise.all(
    pictures.map(async (picture) => {
      const image = sharp(Buffer.from(picture, 'base64')).removeAlpha();
      const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
      const scale = info.width / widths.desktop;
      const at = (x: number, y: number): number =>
        data[(Math.round(y * scale) * info.width + Math.round(x * scale)) * info.channels] ?? -1;
      // A point beside the rail, where the wide menu would be, and a point of the page.
      return [at(200, 700), at(1000, 800)];
    }),
  );
}

test.each(['light', 'dark'])(
  'a reload without cache shows the stored rail and the %s theme from the first frame',
  async (theme) => {
    const page = await open();
    await rail(page).click();
    await page.evaluate((name) => localStorage.setItem('pauta.theme', name), theme);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const session = await page.context().newCDPSession(page);
    const frames = await framesOf(page, async () => {
      await session.send('Page.reload', { ignoreCache: true });
      await page.waitForEvent('load');
      await page.getByRole('heading', { level: 1 }).waitFor();
    });
    // Before its scripts have run, the page shows its background colour.
    const [behind, own] = await page.evaluate(() =>
      [document.documentElement, document.body].map((node) => getComputedStyle(node).backgroundColor),
    );
    expect(behind).toBe(own);
    // Both points must have the background colour; with a wide menu or the other theme they would not.
    const red = Number(own?.match(/\d+/)?.[0]);
    expect(red < 40).toBe(theme === 'dark');
    expect(frames.flat().filter((value) => Math.abs(value - red) > 2)).toEqual([]);
    expect(await widthOf(nav(page))).toBe(60);
  },
);

test('the menu changes its width in one frame, moves nothing else, and its state is stored and used by other tabs', async () => {
  const page = await open();
  const other = await page.context().newPage();
  await other.goto(quiet);
  await nav(other).waitFor();
  const places = () =>
    page.evaluate(() => {
      const place = (node: Element | null | undefined): readonly number[] => {
        const { left, top } = node?.getBoundingClientRect() ?? new DOMRect();
        return [Math.round(left), Math.round(top)];
      };
      const icons = [...document.querySelectorAll('nav [data-menu] > li > * > [data-icon]')];
      return { icons: icons.map(place), heading: place(document.querySelector('h1'))[1] };
    });
  const before = await places();
  // Clicks and measures in one call, to get the first frame after the click.
  const after = await rail(page).evaluate((button) => {
    (button as HTMLElement).click();
    return new Promise<readonly (number | undefined)[]>((resolve) => {
      requestAnimationFrame(() => {
        const menu = document.querySelector('nav')?.getBoundingClientRect();
        resolve([menu?.width, document.querySelector('main')?.getBoundingClientRect().left]);
      });
    });
  });
  expect(after).toEqual([60, 60]);
  expect(await places()).toEqual(before);
  await expect.poll(() => widthOf(nav(other))).toBe(60);

  await rail(page).click();
  await group(page, 'Multimedia').click();
  await expect.poll(() => group(other, 'Multimedia').getAttribute('aria-expanded')).toBe('true');
  await page.reload();
  await linkOf(page, 'Multimedia', 'Videos').waitFor();

  // Nothing shifts while the page loads.
  const shifts = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (entries: PerformanceEntryList): void => {
          for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
            if (!entry.hadRecentInput) sum += entry.value;
          }
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => {
          setTimeout(() => {
            add(observer.takeRecords());
            resolve(sum);
          });
        });
      }),
  );
  expect(shifts).toBeLessThan(0.02);
});

describe('the shell works', () => {
  test('at 320 px and at 400 % zoom', async () => {
    const page = await open({ viewport: { width: 320, height: 568 } });
    for (const height of [568, 256]) {
      await page.setViewportSize({ width: 320, height });
      await expectNoSidewaysScroll(page, `${height}`);
      await page.getByRole('button', { name: /^Menú de usuario/ }).click();
      const profile = page.getByRole('link', { name: 'Mi Perfil' });
      await profile.scrollIntoViewIfNeeded();
      expect(
        await profile.evaluate((node) => {
          const { left, right } = (node.closest('[id]') ?? node).getBoundingClientRect();
          return left >= 0 && right <= innerWidth;
        }),
      ).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Abrir menú' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reportes' }).click();
      const last = page.getByRole('dialog').getByRole('link', { name: 'Logs de Auditoría' });
      await last.scrollIntoViewIfNeeded();
      expect(await last.evaluate((node) => node.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
      await page.getByRole('dialog').getByRole('button', { name: 'Reportes' }).click();
      await page.keyboard.press('Escape');
    }
    // A sticky bar would cover a quarter of the screen.
    const bar = page.getByRole('banner');
    expect(await bar.evaluate((node) => getComputedStyle(node).position)).not.toBe('sticky');
  });

  test('in forced colours, with reduced motion, from right to left and on paper', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    const current = nav(page).locator('a[aria-current]');
    await current.focus();
    expect(
      await current.evaluate((link) => {
        const mark = getComputedStyle(link, '::before');
        const page = getComputedStyle(document.body);
        return [
          mark.borderInlineStartStyle,
          mark.borderInlineStartColor === page.backgroundColor,
          getComputedStyle(link).color === page.backgroundColor,
        ];
      }),
    ).toEqual(['solid', false, false]);
    await expectAccessible(page, 'forced colours');
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });

    await group(page, 'CRM').click();
    await page.setViewportSize({ width: widths.phone, height: 844 });
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
        .map((animation) => String((animation.effect as KeyframeEffect).target?.nodeName)),
    );
    expect(moving).toEqual([]);
    await page.keyboard.press('Escape');

    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await expectNoSidewaysScroll(page, 'rtl');
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    const edges = () =>
      page
        .locator('dialog[open]')
        .evaluate((node) => innerWidth - Math.round(node.getBoundingClientRect().right));
    expect(await edges()).toBe(0);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: widths.desktop, height: 900 });
    expect(
      await nav(page).evaluate((node) => Math.round(node.getBoundingClientRect().right) === innerWidth),
    ).toBe(true);
    await expectNoSidewaysScroll(page, 'rtl');

    await page.evaluate(() => {
      document.documentElement.removeAttribute('dir');
      document.documentElement.dataset.theme = 'dark';
    });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await nav(page).isVisible()).toBe(false);
    expect(await page.getByRole('main').evaluate((node) => node.getBoundingClientRect().left)).toBe(0);
    const ink = await page
      .getByRole('heading', { level: 1 })
      .evaluate((node) => getComputedStyle(node).color);
    expect(Number(ink.match(/\d+/)?.[0])).toBeLessThan(60);
  });
});

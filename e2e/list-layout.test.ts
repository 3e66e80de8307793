import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectWholeHeadings,
  follow,
  signIn,
  useBrowser,
  widths,
} from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

/** Returns a function that calls the API as an administrator. */
const asAdministrator = async () => {
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const response = await fetch(`${inject('product')}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    expect(response.ok, JSON.stringify(answer)).toBe(true);
    return answer;
  };
  const { token } = (await call('POST', '/login', administrator)) as { token: string };
  return (method: string, path: string, body?: object) => call(method, path, body, token);
};

beforeAll(async () => {
  const call = await asAdministrator();
  const first = async (path: string): Promise<string> => (await call('GET', `${path}?limit=1`)).data[0].id;
  const client = await call('POST', '/clients', {
    client_code: 'LAYOUT-1',
    legal_name: 'Restaurantes y Cafeterías del Este, S. R. L.',
    trade_name: 'Restaurantes y Cafeterías del Este',
    country_id: (await call('GET', '/countries/options?q=dominicana')).data[0].id,
    tax_id_type: 'RNC',
    tax_id: '131555209',
    client_type_id: await first('/client-types'),
    client_category_id: await first('/client-categories'),
    industry_id: await first('/industries'),
    primary_sales_rep_id: await first('/users'),
    credit_term_id: await first('/credit-terms'),
  });
  await call('POST', '/contacts', {
    first_name: 'Gabriela',
    last_name: 'Acosta',
    client_id: client.data.id,
    phones: [{ kind: 'mobile', number: '+18095550101', is_primary: true }],
  });
  await call('POST', '/contacts', {
    first_name: 'Ramón',
    last_name: 'Sin Empresa',
    job_position_id: await first('/job-positions'),
    phones: [{ kind: 'mobile', number: '+18095550103', is_primary: true }],
  });
  await call('POST', '/activities', {
    subject: 'Llamar por la propuesta',
    kind: 'call',
    client_id: client.data.id,
    assigned_to_id: await first('/users'),
    starts_at: new Date().toISOString(),
  });
});

const open = async (path: string, width: number): Promise<Page> => {
  const isPhone = width === widths.phone;
  const page = await newPage({
    viewport: { width, height: isPhone ? 844 : 900 },
    ...(isPhone && { hasTouch: true }),
  });
  await signIn(page, administrator, path);
  await page.locator('tr[data-row]').first().waitFor();
  return page;
};

describe('the columns of Clientes', () => {
  const seen = (page: Page): Promise<string[]> =>
    page.locator('[data-scroll]').evaluate((scroller) => {
      const { left, right } = scroller.getBoundingClientRect();
      return [...scroller.querySelectorAll('thead th[data-name]')]
        .filter((head) => {
          const box = head.getBoundingClientRect();
          return box.left >= left && box.right <= right + 1;
        })
        .map((head) => head.getAttribute('data-name') ?? '');
    });

  test('are visible on a desktop up to the state, with the code below the name', async () => {
    const page = await open('/crm/clientes', widths.desktop);
    expect(await seen(page)).toEqual([
      'trade_name',
      'tax_id',
      'client_type_id',
      'client_category_id',
      'industry_id',
      'primary_sales_rep_id',
      'credit_status',
      'last_activity_at',
      'next_activity_at',
      'status',
    ]);
    expect(await page.locator('td[data-title] [data-under]').first().textContent()).toMatch(/\S/);
  });

  test('show truncated texts completely on keyboard focus', async () => {
    const page = await open('/crm/clientes?q=Restaurantes', widths.tablet);
    await page.keyboard.press('j');
    const whole = page.getByRole('tooltip');
    await whole.waitFor();
    expect(await whole.textContent()).toContain('Nombre comercial: Restaurantes y Cafeterías del Este');
    await page.keyboard.press('Escape');
    await whole.waitFor({ state: 'detached' });
  });

  test('are at least six on a tablet', async () => {
    const page = await open('/crm/clientes', widths.tablet);
    expect((await seen(page)).length).toBeGreaterThanOrEqual(6);
  });

  test.each(['/crm/clientes', '/crm/contactos'])(
    'are below a single row of tools on a tablet: %s',
    async (path) => {
      const page = await open(path, widths.tablet);
      const tops = await page
        .getByRole('button', { name: /^(Filtrar|Archivados|Más)$/ })
        .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
      expect(tops).toHaveLength(3);
      expect(new Set(tops).size).toBe(1);
    },
  );
});

test.each([
  '/crm/clientes',
  '/crm/contactos',
  '/crm/seguimiento',
  '/gestion/usuarios',
  '/crm/clientes?group=credit_status',
])('no column heading of %s is truncated on a desktop', async (path) => {
  const page = await open(path, widths.desktop);
  await expectWholeHeadings(page);
});

describe('on a phone', () => {
  test.each(['/crm/clientes', '/crm/contactos', '/crm/seguimiento'])(
    'the first record of %s is within 200 pixels of the top bar, below a single row of tools',
    async (path) => {
      const page = await open(path, widths.phone);
      const bar = await page.locator('header').first().boundingBox();
      const row = await page.locator('tr[data-row]').first().boundingBox();
      expect((row?.y ?? 1000) - ((bar?.y ?? 0) + (bar?.height ?? 0))).toBeLessThanOrEqual(200);
      const tools = await Promise.all(
        ['[data-search]', 'button:has-text("Filtrar")', 'button:has-text("Más herramientas")'].map((one) =>
          page.locator('main').locator(one).first().boundingBox(),
        ),
      );
      expect(new Set(tools.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))).size).toBe(1);
      await expectNoSidewaysScroll(page, path);
      await expectAccessible(page, path);
      await page.getByRole('button', { name: 'Más herramientas' }).click();
      await page.getByRole('button', { name: 'Ordenar', exact: true }).waitFor();
    },
  );

  test('a card has two lines, opens on a tap anywhere, and has a link to call', async () => {
    const page = await open('/crm/contactos', widths.phone);
    const row = page.locator('tr[data-row]', { hasText: 'Gabriela' });
    const box = await row.boundingBox();
    expect(box?.height).toBeLessThanOrEqual(80);
    const call = row.getByRole('link', { name: /^Llamar a Gabriela/ });
    expect(await call.getAttribute('href')).toBe('tel:+18095550101');
    const target = await call.boundingBox();
    expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.touchscreen.tap(
      (box?.x ?? 0) + (box?.width ?? 0) / 2,
      (box?.y ?? 0) + (box?.height ?? 0) - 12,
    );
    await page.getByRole('heading', { level: 1, name: /Gabriela/ }).waitFor();
  });

  test('the second line of a card has no separator before its first value', async () => {
    const page = await open('/crm/contactos', widths.phone);
    const rows = await page.locator('tr[data-row]').evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('td[data-card]:not([data-card=state])')]
          .filter((cell) => getComputedStyle(cell).display !== 'none')
          .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
          .map((cell) => getComputedStyle(cell, '::before').content),
      ),
    );
    // Contacts of other test files may be in the list, also some with an empty second line.
    const firsts = rows.flatMap((cells) => cells.slice(0, 1));
    expect(firsts.length).toBeGreaterThanOrEqual(2);
    expect(new Set(firsts)).toEqual(new Set(['none']));
  });

  test('the navigation bar at the bottom has four links, and does not cover the end of a list', async () => {
    const page = await open('/crm/clientes', widths.phone);
    const bar = page.getByRole('navigation', { name: 'Accesos rápidos' });
    const last = page.locator('tr[data-row]').last();
    await page.mouse.move(195, 500);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 2000);
        const [row, links] = [await last.boundingBox(), await bar.boundingBox()];
        return row && links && row.y + row.height <= links.y;
      })
      .toBe(true);
    await bar.getByRole('link', { name: 'Seguimiento' }).click();
    await page.getByRole('heading', { level: 1, name: 'Seguimiento' }).waitFor();
    expect(await bar.getByRole('link').count()).toBe(4);
    expect(await bar.locator('[aria-current]').textContent()).toBe('Seguimiento');
  });
});

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  interface Window {
    shifts: { value: number; what: string }[];
  }
}

/** A list of clients that no other test file changes. */
const ownClients = '/crm/clientes?q=Restaurantes';

test.each([widths.desktop, widths.phone])('ten pages shift no layout at %i pixels', async (width) => {
  const page = await newPage({ viewport: { width, height: 900 } });
  // Other test files change rows meanwhile: the stream of changes is never answered, so that rows stay as loaded.
  await page.route('**/api/events*', () => {});
  await page.addInitScript(() => {
    window.shifts = [];
    const name = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.parentElement?.tagName} > ${element?.cloneNode(false) instanceof Element ? (element.cloneNode(false) as Element).outerHTML.slice(0, 120) : ''}`;
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          window.shifts.push({
            value,
            what: `${location.pathname}: ${sources.map(({ node }) => name(node)).join(' | ')}`,
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await signIn(page, administrator, ownClients);
  await page.locator('tr[data-row]').first().waitFor();
  const walks = [
    '/crm/agencias',
    '/crm/contactos',
    '/crm/clientes/nuevo',
    '/crm/seguimiento',
    '/crm/seguimiento/nuevo',
    '/crm/target-list',
    '/crm/seguimiento?vista=agenda',
    ownClients,
    '/crm/seguimiento-ref',
    '/crm/contactos/nuevo',
  ];
  for (const path of walks) {
    await follow(page, path);
    await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(path));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect
      .poll(() => page.locator('[aria-busy="true"], [data-loading], [data-skeleton]').count())
      .toBe(0);
  }
  const shifts = await page.evaluate(() => window.shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(0.005);
});

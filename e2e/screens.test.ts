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

/** Pages that are reached from others, not from the menu. */
const pagesBelow = [
  ...['', '/ventas', '/cartera', '/ocupacion', '/creditos/filas?f.on_date=2026-01-01..2026-12-31'].map(
    (name) => `reportes/informes${name}`,
  ),
  'prevanta/presupuesto-ventas/conciliacion',
  'prevanta/distribucion-cartera/simulaciones',
  ...['presupuesto-cliente', 'metas-ejecutivo'].map((name) => `prevanta/${name}/cuadricula`),
  ...['trafico', 'colocaciones', 'compensaciones', 'dias-especiales', 'planes'].map(
    (name) => `postventa/gestion-cupos/${name}`,
  ),
  ...['logs', 'logs/filas', 'objeciones'].map((name) => `postventa/reportes-evidencias/${name}`),
  ...['ruta', 'cuadrillas', 'listas', 'tardias'].map((name) => `implementacion/implementacion/${name}`),
  ...['tablero', 'calendario'].map((name) => `implementacion/implementacion?vista=${name}`),
  ...[
    'facturado',
    'cartera',
    'anticipos',
    'estados-de-cuenta',
    'creditos',
    'asientos',
    'balanza',
    'gestion',
    'promesas',
    'etapas',
    'cartas',
    'disputas',
    'corridas',
    'apertura',
  ].map((name) => `facturacion/facturacion-cobros/${name}`),
  ...[
    'comprobantes-electronicos',
    'comprobantes-recibidos',
    'numeros-anulados',
    'correos',
    'paginas-de-cuenta',
    'reportes-fiscales',
  ].map((name) => `facturacion/facturacion/${name}`),
  ...[
    'aplicaciones',
    'archivos-bancarios',
    'archivos-bancarios/movimientos',
    'retenciones',
    'incobrables',
    'canjes',
  ].map((name) => `facturacion/registro-cobros/${name}`),
  ...['bonificaciones', 'liquidaciones', 'planes', 'simulador'].map(
    (name) => `facturacion/comisiones-agencia/${name}`,
  ),
  ...['reservas', 'sobrecapacidad', 'exclusividades', 'hojas'].map(
    (name) => `ventas/ocupacion-disponibilidad/${name}`,
  ),
  ...['renglones', 'cancelaciones', 'versiones', 'documentos'].map((name) => `ventas/contratos/${name}`),
  ...['cambios', 'compromisos'].map((name) => `ventas/pipeline/${name}`),
];

/** Opens the app at a width in a theme, and collects what the browser reports. */
const openIn = async (look: (typeof looks)[number]): Promise<{ page: Page; errors: readonly string[] }> => {
  const page = await newPage({ viewport: { width: look.width, height: 844 } });
  await signIn(page, administrator, null);
  await page.evaluate((theme) => localStorage.setItem('pauta.theme', theme), look.theme);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  // Of no menu entry, below a record, and below a screen with routes of its own.
  for (const address of ['/no/existe', '/crm/clientes/1/no/existe', '/gestion/pruebas/no/existe']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1, name: 'Página no encontrada' }).waitFor();
  }
  return { page, errors };
};

const partOf = <T>(all: readonly T[], look: (typeof looks)[number]): readonly T[] =>
  all.filter((_, index) => looks[index % looks.length] === look);

describe.each(looks)('at $width px, $theme', (look) => {
  test('every page of spec §2 is announced, accessible and fits', async () => {
    const { page, errors } = await openIn(look);
    const mine = partOf(signedInRoutes, look);
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

  test('the pages below them are accessible and fit', async () => {
    const { page, errors } = await openIn(look);
    for (const path of partOf(pagesBelow, look)) {
      const before = await page.title();
      await follow(page, `/${path}`);
      await expect.poll(() => page.title(), { message: path }).not.toBe(before);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.title(), path).not.toContain('no encontrada');
      await expectAccessible(page, path);
      await expectNoSidewaysScroll(page, path);
    }
    expect(errors).toEqual([]);
  });
});

describe('guest pages', () => {
  test('have a title and are announced', async () => {
    const page = await newPage();
    await page.goto('/register');
    await page.getByRole('heading', { level: 1, name: 'Registro' }).waitFor();
    for (const { path, title } of guestRoutes) {
      await follow(page, `/${path}`);
      await expectArrival(page, title);
    }
  });
});

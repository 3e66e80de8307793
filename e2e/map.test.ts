import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openApi } from './api-client.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

/** Part of the names and codes of the faces of this file. */
const tag = `M${Date.now() % 1_000_000}`;

/**
 * Faces by their place. «Centro» is 1.11 km from «Norte» (0.01° of the meridian), «Vega» and «Sur» are farther than 50
 * km from both.
 */
const places = {
  Centro: [18.48, -69.93],
  Norte: [18.49, -69.93],
  Sur: [18.2, -71.1],
  Vega: [19.22, -70.53],
} as const;
const names = Object.keys(places).map((name) => `${name} ${tag}`);
const ids: Record<string, string> = {};

beforeAll(async () => {
  const api = await openApi(administrator);
  const platform = await api.option('platforms', 'exterior');
  const common = {
    kind: 'outdoor',
    platform_id: platform,
    subdivision_id: await api.option('subdivisions'),
    capacity_unit: 'faces',
    capacity: 1,
  };
  const [category] = await api.get<readonly { id: string }[]>(
    `inventory-categories?limit=1&f.platform_id=${platform}`,
  );
  for (const [name, [latitude, longitude]] of [
    ...Object.entries(places),
    ['Oculto', [null, null]] as const,
  ]) {
    const { id } = await api.post('inventory-items', {
      ...common,
      inventory_category_id: category?.id,
      code: `${tag}-${name}`.toUpperCase(),
      name: `${name} ${tag}`,
      latitude: latitude && String(latitude),
      longitude: longitude && String(longitude),
    });
    ids[name] = id;
  }
  for (const [name, latitude] of [
    [`Colmado Uno ${tag}`, '18.481'],
    [`Colmado Dos ${tag}`, '19.221'],
  ] as const)
    await api.post('points-of-interest', {
      name,
      kind: `Colmado ${tag}`,
      latitude,
      longitude: latitude === '18.481' ? '-69.93' : '-70.53',
    });
});

const opened = async (query: string, options = {}): Promise<Page> => {
  const page = await newPage(options);
  await signIn(page, administrator, null);
  await page.goto(`/inventario/inventario?q=${tag}&${query}`);
  await page.getByRole('heading', { level: 1, name: 'Inventario' }).waitFor();
  return page;
};

const mapOf = (page: Page) => page.getByRole('application', { name: 'Mapa de espacios' });
const rows = (page: Page) => page.locator('tr[data-row]');
const painted = (page: Page) => page.locator('canvas[data-painted="true"]').waitFor();
const counted = (page: Page, text: string) => page.locator('[data-map-counts]').getByText(text).waitFor();

test('the map has the faces of the list, and keeps the choice of the view', async () => {
  const page = await opened('');
  await rows(page).nth(4).waitFor();
  await page.getByRole('button', { name: 'Ambos' }).click();
  await painted(page);
  await counted(page, '4 en el mapa');
  await page.getByText('4 espacios a la vista, de 4 en el mapa').waitFor();
  expect(await rows(page).count()).toBe(5);
  await expectAccessible(page, 'both');

  // Those without coordinates are a list of their own.
  await page.getByRole('link', { name: '1 espacio sin coordenadas' }).click();
  await page.getByRole('link', { name: `Oculto ${tag}` }).waitFor();
  await expect.poll(() => rows(page).count()).toBe(1);
  await counted(page, '0 en el mapa');

  // Another visit in this browser begins with the same view.
  await page.goto(`/inventario/inventario?q=${tag}`);
  await painted(page);
  expect(new URL(page.url()).searchParams.get('layout')).toBe('both');
});

test('a face is marked in the list and on the map, selected on either side, and opened', async () => {
  const page = await opened('layout=both&f.location=0.2km@18.48%3B-69.93', { reducedMotion: 'reduce' });
  await painted(page);
  await page.getByText('1 espacio a la vista, de 1 en el mapa').waitFor();
  // The only face is in the middle of the map.
  await mapOf(page).click();
  const card = page.getByRole('group', { name: 'Espacio' });
  await card.getByRole('link', { name: `Centro ${tag}` }).waitFor();
  expect(await page.locator(`tr[data-row="${ids.Centro}"]`).getAttribute('aria-current')).toBe('true');
  await card.getByRole('checkbox', { name: 'Seleccionado' }).check();
  await page.getByText('1 espacio seleccionado').waitFor();
  const box = page.getByRole('checkbox', { name: `Seleccionar Centro ${tag}` });
  expect(await box.isChecked()).toBe(true);
  await box.uncheck();
  await expect.poll(() => card.getByRole('checkbox').isChecked()).toBe(false);
  await mapOf(page).click({ modifiers: ['Shift'] });
  await page.getByText('1 espacio seleccionado').waitFor();
  await expectAccessible(page, 'card');
  await card.getByRole('link', { name: `Centro ${tag}` }).click();
  await page.getByRole('heading', { level: 1, name: `Centro ${tag}` }).waitFor();
});

test('a distance is a filter with a chip, from the map, from coordinates, and from any point of a type', async () => {
  const page = await opened('layout=both');
  await painted(page);
  await counted(page, '4 en el mapa');

  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByRole('button', { name: 'Ubicación', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Filtrar por Ubicación' });
  await editor.getByRole('textbox', { name: 'Latitud, longitud' }).fill('18.48, -69.93');
  await editor.getByRole('button', { name: 'Aplicar' }).click();
  const chips = page.getByRole('list', { name: 'Filtros aplicados' });
  await chips.getByText('a 2 km de 18.48, -69.93').waitFor();
  await counted(page, '2 en el mapa');
  await expect.poll(() => rows(page).count()).toBe(2);

  await chips.getByRole('button', { name: /^Ubicación/ }).click();
  await editor.getByRole('textbox', { name: 'A una distancia de hasta' }).fill('1');
  await editor.getByRole('button', { name: 'Aplicar' }).click();
  await counted(page, '1 en el mapa');

  await chips.getByRole('button', { name: /^Ubicación/ }).click();
  await editor
    .getByRole('combobox', { name: 'Desde' })
    .or(editor.getByRole('button', { name: /Desde/ }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Cualquier punto de un tipo' }).click();
  await editor
    .getByRole('button', { name: /Cualquier punto de un tipo/ })
    .last()
    .click();
  await page.getByRole('option', { name: `Colmado ${tag}` }).click();
  await editor.getByRole('button', { name: 'Aplicar' }).click();
  await chips.getByText(`a 1 km de cualquier Colmado ${tag}`).waitFor();
  await counted(page, '2 en el mapa');
  await expectAccessible(page, 'chip');

  await chips.getByRole('button', { name: 'Quitar filtro Ubicación' }).click();
  await counted(page, '4 en el mapa');
  await page.getByRole('button', { name: 'Buscar cerca' }).click();
  await page.getByRole('button', { name: 'De un lugar que toque' }).click();
  await mapOf(page).focus();
  await page.keyboard.press('Enter');
  await chips.getByText(/^Ubicación: a 2 km de/).waitFor();
});

test('the map is moved and zoomed by keys, and says how many faces are visible', async () => {
  const page = await opened('layout=map', { reducedMotion: 'reduce' });
  await painted(page);
  await page.getByText('4 espacios a la vista, de 4 en el mapa').waitFor();
  await mapOf(page).focus();
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByText('0 espacios a la vista, de 4 en el mapa').waitFor();
  await page.keyboard.press('0');
  await page.getByText('4 espacios a la vista, de 4 en el mapa').waitFor();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('+');
  await page.getByText(/^[0-3] espacios? a la vista, de 4 en el mapa$/).waitFor();
  await page.getByRole('button', { name: 'Ver todo' }).click();
  await page.getByText('4 espacios a la vista, de 4 en el mapa').waitFor();
  // The rows are hidden; what is selected is still shown, with its actions.
  await mapOf(page).click({ position: { x: 4, y: 300 } });
  expect(await rows(page).first().isVisible()).toBe(false);
});

test('without graphics the map says so, and the list remains', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await signIn(page, administrator, null);
  await page.goto(`/inventario/inventario?q=${tag}&layout=both`);
  await page.getByText('No se puede dibujar el mapa').waitFor();
  await page.getByRole('link', { name: names[0] }).waitFor();
  await expectAccessible(page, 'no graphics');
});

test.each([
  [widths.phone, 'light'],
  [widths.tablet, 'dark'],
  [widths.desktop, 'light'],
  [widths.phone, 'dark'],
  [widths.tablet, 'light'],
  [widths.desktop, 'dark'],
] as const)('is accessible and fits at %d px in the %s theme', async (width, theme) => {
  const page = await opened(`layout=${width === widths.phone ? 'map' : 'both'}`, {
    viewport: { width, height: 844 },
    hasTouch: width === widths.phone,
  });
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);
  await painted(page);
  await counted(page, '4 en el mapa');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (width === widths.phone) {
    await page.getByRole('button', { name: 'Lista', exact: true }).click();
    await page.getByRole('link', { name: names[0] }).waitFor();
    expect(await page.getByRole('button', { name: 'Ambos' }).count()).toBe(0);
  }
});

test('the images of a tile server are requested under the policy, with its credit', async () => {
  const page = await newPage();
  const asked: string[] = [];
  await page.route('https://tiles.example/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#dde"/></svg>',
    });
  });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await signIn(page, administrator, null);
  const save = (values: object) =>
    page.evaluate(async (body) => {
      const token = localStorage.getItem('auth_token')?.replaceAll('"', '') ?? '';
      const answer = await fetch('/api/settings', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      return answer.status;
    }, values);
  expect(
    await save({
      map_tiles_url: 'https://tiles.example/{z}/{x}/{y}.svg',
      map_tiles_attribution: '© Ejemplo de mapas',
    }),
  ).toBe(200);
  await page.goto(`/inventario/inventario?q=${tag}&layout=map`);
  await page.getByText('© Ejemplo de mapas').waitFor();
  await expect.poll(() => asked.length).toBeGreaterThan(3);
  for (const address of asked) expect(address).toMatch(/^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.svg$/);
  expect(refused).toEqual([]);
  await save({ map_tiles_url: null, map_tiles_attribution: null });
});

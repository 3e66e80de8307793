import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, openApi } from './api-client.ts';
import { choose, expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { setUpSale } from './sale-setup.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
const tag = `M${Date.now() % 1_000_000}`;
const seller = {
  name: `Vendedora ${tag}`,
  email: `matriz${tag}@medios.test`,
  password: 'Una clave larga de vendedora',
};
let api: ApiClient;
let client: { id: string; name: string };
let today: string;
const spaces: { id: string; name: string }[] = [];
const screen = `/ventas/ocupacion-disponibilidad?q=${tag}`;

const after = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** A day as a person reads it. */
const written = (day: string): string => day.split('-').reverse().join('/');

beforeAll(async () => {
  api = await openApi(administrator);
  await api.invite(seller, 'Ejecutivo de Ventas');
  client = (await setUpSale(api, `${tag}1`)).client;
  today = (await api.get<{ today: string }>('billing/workbench')).today;
  for (const name of ['Alba', 'Brisa', 'Cumbre']) {
    const space = await api.post('inventory-items', {
      code: `${tag}-${name}`,
      name: `${name} ${tag}`,
      kind: 'linear',
      platform_id: await api.option('platforms', 'Radio'),
      inventory_category_id: await api.option('inventory-categories', 'Tanda regular'),
      subdivision_id: await api.option('subdivisions', 'Emisora FM 2'),
      capacity_unit: 'spots',
      capacity: 2,
    });
    await api.run('inventory-items', space.id, 'activate');
    spaces.push({ id: space.id, name: `${name} ${tag}` });
  }
});

const hold = async (space: number, from: string, to: string, units: number) =>
  api.post('holds', {
    client_id: client.id,
    owner_id: await api.option('users', administrator.email),
    inventory_item_id: spaces[space]?.id,
    flight: { from, to },
    units_per_day: units,
  });
const open = async (page: Page, person: typeof seller | typeof administrator, more = '') => {
  await signIn(page, person, `${screen}${more}`);
  const grid = page.getByRole('treegrid');
  await grid.getByRole('rowheader', { name: spaces[0]?.name ?? '' }).waitFor();
  return grid;
};
/** The number of a space on the day so many columns from the first. */
const cell = (page: Page, space: number, column: number) =>
  page
    .getByRole('row', { name: new RegExp(spaces[space]?.name ?? '') })
    .locator(`td[aria-colindex="${column + 2}"]`);
const dialog = (page: Page) => page.getByRole('dialog');

test('spaces are held by keyboard, and another user sees it at once without learning whose it is', async () => {
  const [mine, theirs] = [await newPage(), await newPage()];
  const grid = await open(mine, administrator);
  await open(theirs, seller);
  expect(await cell(theirs, 0, 1).textContent()).toBe('2');
  await grid.focus();
  // From the first space, past the headings of platform, company and station, to tomorrow and the space below.
  await mine.keyboard.press('ArrowDown');
  await mine.keyboard.press('Home');
  await mine.keyboard.press('ArrowRight');
  await mine.keyboard.press('Shift+ArrowRight');
  await mine.keyboard.press('Shift+ArrowDown');
  const rows = await grid.locator('td[aria-selected="true"]').count();
  expect(rows).toBe(4);
  await mine.getByRole('button', { name: 'Reservar los 2' }).press('Enter');
  await choose(dialog(mine), 'Cliente', client.name);
  await dialog(mine).getByRole('button', { name: 'Reservar los 2' }).press('Enter');
  await mine.getByText('2 reservas creadas').waitFor();
  await expect.poll(() => cell(theirs, 0, 1).textContent(), { interval: 50 }).toBe('1');
  await expect.poll(() => cell(mine, 0, 1).textContent()).toBe('1');
  await cell(theirs, 0, 1).dblclick();
  await dialog(theirs).getByText('Reservado', { exact: true }).waitFor();
  expect(await dialog(theirs).textContent()).not.toContain(client.name);
  await expectAccessible(theirs, 'space, without names');
  await theirs.keyboard.press('Escape');
  await cell(mine, 0, 1).dblclick();
  await dialog(mine)
    .getByRole('link', { name: new RegExp(client.name) })
    .waitFor();
  await expectAccessible(mine, 'space, with names');
  await dialog(mine).getByRole('tab', { name: 'Precio' }).click();
  await dialog(mine)
    .getByText(/^Historial corto: no hay ventas comparables/)
    .waitFor();
  await expectAccessible(mine, 'space, its price');
});

test('a hold that does not fit names what is in the way and takes an alternative with one key', async () => {
  await hold(2, after(3), after(5), 2);
  const page = await newPage();
  const grid = await open(page, administrator);
  await expect.poll(() => cell(page, 2, 3).textContent()).toBe('0');
  await grid.focus();
  await cell(page, 2, 3).click();
  await page.getByRole('button', { name: 'Reservar', exact: true }).click();
  await choose(dialog(page), 'Cliente', client.name);
  await dialog(page).getByLabel('Nota').fill('Nada de lo escrito se pierde');
  await dialog(page).getByRole('button', { name: 'Reservar', exact: true }).click();
  await dialog(page)
    .getByText(/Lo tienen: RS-/)
    .waitFor();
  const first = dialog(page).getByRole('button', { name: /^Alt\+1/ });
  await first.waitFor();
  await expectAccessible(page, 'alternatives');
  await page.keyboard.press('Alt+Digit1');
  await dialog(page)
    .getByRole('heading', { name: new RegExp(written(after(10))) })
    .waitFor();
  expect(await dialog(page).getByLabel('Nota').inputValue()).toBe('Nada de lo escrito se pierde');
  await dialog(page).getByRole('button', { name: 'Reservar', exact: true }).click();
  await page.getByText(/Reserva RS-\S+ creada/).waitFor();
  await expect.poll(() => cell(page, 2, 10).textContent()).toBe('1');
});

test('cells become lines of a new quote', async () => {
  const page = await newPage();
  await open(page, seller);
  await cell(page, 0, 12).click();
  await cell(page, 1, 13).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Agregar a un presupuesto' }).click();
  await dialog(page).getByRole('button', { name: 'Nuevo presupuesto' }).click();
  await page.getByRole('heading', { level: 1, name: 'Nuevo presupuesto' }).waitFor();
  for (const place of [0, 1])
    await expect
      .poll(() =>
        page.getByRole('textbox', { name: `Descripción, renglón ${place + 1}`, exact: true }).inputValue(),
      )
      .toBe(spaces[place]?.name ?? '');
});

test('a space that no longer fits the filter stays where it is until the filter changes', async () => {
  const page = await newPage();
  await open(page, administrator, `&from=${after(20)}&length=14&f.free=2..`);
  await hold(1, after(21), after(21), 1);
  await expect.poll(() => cell(page, 1, 1).textContent()).toBe('1');
  await page.reload();
  await page.getByRole('rowheader', { name: spaces[0]?.name ?? '' }).waitFor();
  expect(await page.getByRole('rowheader', { name: spaces[1]?.name ?? '' }).count()).toBe(0);
});

test.each(Object.entries(widths))('the availability is accessible on a %s', async (name, width) => {
  const page = await newPage({ viewport: { width, height: 900 } });
  await signIn(page, administrator, screen);
  if (name === 'phone') {
    await page.getByRole('button', { name: new RegExp(spaces[0]?.name ?? '') }).click();
    await dialog(page).getByRole('tab', { name: 'Mes' }).click();
    // Tomorrow may be of another month than the one that is shown.
    await dialog(page)
      .getByRole('button', { name: new RegExp(`^${written(today)}`) })
      .click();
    await expectAccessible(page, 'month of a space');
    await dialog(page).getByRole('button', { name: 'Reservar', exact: true }).click();
    await dialog(page).getByLabel('Cantidad por día').waitFor();
    await page.keyboard.press('Escape');
  } else {
    for (const by of ['day', 'week', 'month']) {
      await page.goto(`${new URL(page.url()).origin}${screen}&by=${by}`);
      await page
        .getByRole('treegrid')
        .getByRole('rowheader', { name: spaces[0]?.name ?? '' })
        .waitFor();
      await expectAccessible(page, `${name}, ${by}`);
    }
  }
  await expectNoSidewaysScroll(page, name);
});

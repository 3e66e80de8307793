import { expect, test } from 'vitest';
import { expectAccessible, signIn, useBrowser } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

test('a page has the same name everywhere and breadcrumbs, and can be opened from favourites and recent pages', async () => {
  const page = await newPage();
  await signIn(page, administrator);
  await page.goto('/gestion/catalogos/industrias');
  await page.getByRole('link', { name: 'Bebidas alcohólicas' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'Bebidas alcohólicas' });
  await heading.waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  expect(await page.title()).toBe('Bebidas alcohólicas · Industrias · Pauta');
  await page.getByRole('banner').getByText('Bebidas alcohólicas').waitFor();
  const way = page.getByRole('navigation', { name: 'Ruta de la página' });
  expect(await way.getByRole('link').allTextContents()).toEqual(['Catálogos', 'Industrias']);
  expect(await way.locator('[aria-current=page]').textContent()).toBe('Bebidas alcohólicas');
  // The breadcrumbs link back, so the page has no other link.
  expect(await page.locator('main a', { hasText: /^Industrias$/ }).count()).toBe(1);

  const pins = page.getByRole('button', { name: 'Favoritos y recientes' });
  await pins.click();
  await page.getByRole('button', { name: 'Agregar «Bebidas alcohólicas» a favoritos' }).click();
  await expectAccessible(page);
  // Waits until the visit is long enough to count as recent.
  await page.waitForFunction(() =>
    Object.keys(localStorage).some(
      (key) =>
        key.startsWith('pauta.pins.') &&
        JSON.parse(localStorage[key]).recents[0]?.label === 'Bebidas alcohólicas',
    ),
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await pins.click();
  await page
    .getByRole('list', { name: 'Recientes' })
    .getByRole('link', { name: /Bebidas/ })
    .waitFor();
  await page
    .getByRole('list', { name: 'Favoritos' })
    .getByRole('link', { name: /Bebidas/ })
    .click();
  await heading.waitFor();
});

test('the search has a shortcut, which on a list is that of its search box, and shortcuts can be changed', async () => {
  const page = await newPage();
  await signIn(page, administrator);
  await page.getByRole('button', { name: 'Favoritos y recientes' }).waitFor();
  const inMenu = () => page.evaluate(() => document.activeElement?.closest('nav') !== null);
  await page.keyboard.press('/');
  await expect.poll(inMenu).toBe(true);

  await page.goto('/gestion/catalogos/industrias');
  await page.locator('tr[data-row]').first().waitFor();
  await page.getByRole('button', { name: 'Favoritos y recientes' }).waitFor();
  await page.keyboard.press('/');
  await page.waitForFunction(() => document.activeElement?.matches('main [data-search] input'));
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect.poll(inMenu).toBe(true);

  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Cambiar los atajos' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mi Perfil' }).waitFor();
  const card = page.getByRole('region', { name: 'Atajos de teclado' });
  await expect.poll(() => card.evaluate((node) => node.getBoundingClientRect().top < innerHeight)).toBe(true);
  // The default shortcuts have no conflicts.
  expect(await card.getByRole('alert').count()).toBe(0);
  await card.getByRole('button', { name: 'Cambiar el atajo de «Fila siguiente»' }).click();
  await page.keyboard.press('k');
  await card.getByText('Ya las usa «Fila anterior».').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('w');
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: 'Cambiar el atajo de «Clientes»' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('z');
  await page.keyboard.press('Enter');

  await page.goto('/gestion/catalogos/industrias');
  await page.locator('tr[data-row]').first().waitFor();
  await page.getByRole('button', { name: 'Favoritos y recientes' }).waitFor();
  await page.keyboard.press('w');
  await page.waitForFunction(() => document.activeElement?.closest('tr[data-row]'));
  await page.keyboard.press('g');
  await page.keyboard.press('z');
  await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor();
});

test('a chunk that fails to load causes one reload, then an error page with the menu', async () => {
  const page = await newPage();
  await signIn(page, administrator);
  // Not from the Dashboard, whose cards go on loading chunks of their own.
  await page.goto('/gestion/catalogos/industrias');
  await page.locator('tr[data-row]').first().waitFor();
  await page.getByRole('button', { name: 'Favoritos y recientes' }).waitFor();
  const loaded = new Set(
    await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
  );
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/assets/**', (route) =>
    loaded.has(route.request().url()) ? route.continue() : route.abort(),
  );
  await page.getByRole('button', { name: 'Ventas' }).click();
  await page.getByRole('link', { name: 'Pipeline' }).click();
  await page.getByRole('heading', { level: 1, name: 'No se pudo abrir la página' }).waitFor();
  expect(loads).toBe(1);
  await page.unroute('**/assets/**');
  await page.getByRole('button', { name: 'Volver a cargar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Pipeline' }).waitFor();

  await page.context().setOffline(true);
  await page.getByText('Sin conexión.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('Conexión restablecida.').waitFor();
});

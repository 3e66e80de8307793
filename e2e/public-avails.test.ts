import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApi } from './api-client.ts';
import { expectAccessible, expectNoSidewaysScroll, signIn, useBrowser, widths } from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();

test('availability is shared by a link that is shown once, read without an account, and withdrawn', async () => {
  const api = await openApi(administrator);
  for (const place of [1, 2]) {
    const space = await api.post('inventory-items', {
      code: `E2E-HOJA-${place}`,
      name: `Espacio de la hoja ${place}`,
      kind: 'linear',
      platform_id: await api.option('platforms', 'Radio'),
      inventory_category_id: await api.option('inventory-categories', 'Tanda regular'),
      subdivision_id: await api.option('subdivisions', 'Emisora FM 2'),
      capacity_unit: 'spots',
      capacity: 10,
    });
    await api.run('inventory-items', space.id, 'activate');
  }
  const page = await newPage();
  await signIn(page, administrator, '/ventas/ocupacion-disponibilidad?q=espacio+de+la+hoja');
  await page.getByRole('button', { name: 'Compartir disponibilidad' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Para qué').fill('Hoja de prueba');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Crear enlace' }).click();
  await dialog.getByText('no se vuelve a mostrar').waitFor();
  const address = await dialog.getByLabel('Enlace').inputValue();
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();

  for (const width of [widths.phone, widths.desktop]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const guest = await newPage({ viewport: { width, height: 900 }, colorScheme });
      const name = `${width} ${colorScheme}`;
      const loaded: string[] = [];
      guest.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      await guest.goto(address);
      await guest.getByRole('heading', { level: 1, name: 'Disponibilidad' }).waitFor();
      expect(loaded.filter((path) => /\.js$|^\/api/.test(path))).toEqual([]);
      expect(await guest.locator('main').textContent(), name).not.toContain('Hoja de prueba');
      await guest
        .getByRole('row', { name: /^Espacio de la hoja 1/ })
        .first()
        .waitFor();
      await expectAccessible(guest, name);
      await expectNoSidewaysScroll(guest, name);
    }
  }
  const guest = await newPage({ acceptDownloads: true });
  await guest.goto(address);
  const [document] = await Promise.all([
    guest.waitForEvent('download'),
    guest.getByRole('link', { name: 'Descargar PDF' }).click(),
  ]);
  expect(document.suggestedFilename()).toBe('Disponibilidad.pdf');
  expect(readFileSync(await document.path(), 'latin1')).toMatch(/^%PDF-/);

  await page.getByRole('link', { name: 'Hojas compartidas' }).click();
  await page.getByRole('link', { name: 'Hoja de prueba' }).click();
  await page.getByRole('button', { name: 'Retirar enlace' }).click();
  await dialog.getByRole('button', { name: 'Retirar enlace' }).click();
  await page.getByText('Enlace retirado').first().waitFor();
  await guest.goto(address);
  await guest.getByRole('heading', { level: 1, name: 'Esta hoja no está disponible' }).waitFor();
  await expectAccessible(guest);
});

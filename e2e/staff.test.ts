import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  choose,
  expectAccessible,
  expectNoSidewaysScroll,
  follow,
  signIn,
  signInByHand,
  useBrowser,
  widths,
} from './browser.ts';
import { administrator } from './setup.ts';

const { newPage } = useBrowser();
const seller = { name: 'Berta Peña', email: 'berta@medios.test', password: 'Otra clave larga de prueba' };

async function fillClient(
  page: Page,
  { code, name, taxId }: { code: string; name: string; taxId: string },
): Promise<void> {
  await page.getByLabel(/^Código(?! Externo)/).fill(code);
  await page.getByLabel(/^Razón social/).fill(name);
  await page.getByLabel(/^Nombre comercial/).fill(name);
  await page.getByLabel(/^Identificación fiscal/).fill(taxId);
  await choose(page, 'Tipo de cliente', 'Cliente directo');
  await choose(page, 'Categoría', 'Nuevo');
  await choose(page, 'Industria', 'Bebidas alcohólicas');
  await choose(page, 'Vendedor', 'Administrador');
  await choose(page, 'Término de crédito', 'Contado');
}

describe('users', () => {
  test('a registered user waits for approval and then has the permissions of their role', async () => {
    const page = await newPage();
    await page.goto('/register');
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await page
      .getByText('Las dos contraseñas', { exact: false })
      .or(page.getByText('obligatorio'))
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.getByLabel(/^Nombre completo/).fill(seller.name);
    await page.getByLabel(/^Correo/).fill(seller.email);
    await page.getByLabel(/^Contraseña nueva/).fill(seller.password);
    await page.getByLabel(/^Repita la contraseña/).fill(seller.password);
    await page.getByRole('checkbox', { name: /^Acepto/ }).check();
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await page.getByText('Su cuenta espera aprobación').waitFor();
    await expectAccessible(page);
    await page.goto('/crm/clientes');
    await page.getByRole('heading', { name: 'No puede ver los clientes' }).waitFor();

    const admin = await newPage();
    await signIn(admin, administrator);
    await admin.getByRole('link', { name: /Usuarios por aprobar\s*1/ }).click();
    await admin.getByRole('link', { name: seller.name }).click();
    await admin.getByRole('button', { name: 'Aprobar', exact: true }).click();
    await choose(admin.getByRole('dialog'), 'Roles', 'Ejecutivo de Ventas');
    await admin.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click();
    await admin.getByText('Usuario aprobado').first().waitFor();
    await expectAccessible(admin);

    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.goto('/crm/clientes');
    await page.getByRole('link', { name: 'Nuevo cliente' }).first().waitFor();
    await page.goto('/gestion/usuarios');
    await page.getByRole('heading', { name: 'No puede ver los usuarios' }).waitFor();
  });

  test('a user changes their own data, photo, password and sessions', async () => {
    const page = await newPage();
    await signIn(page, seller, '/perfil');
    await page.getByLabel(/^Nombre completo/).fill('Berta Peña de Soto');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Datos guardados').first().waitFor();
    await page.getByRole('banner').getByText('Berta Peña de Soto').waitFor();
    await page.getByLabel(/^Nombre completo/).fill(seller.name);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('banner').getByText(seller.name, { exact: true }).waitFor();

    const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#3548b8' } })
      .png()
      .toBuffer();
    await page
      .getByLabel('Archivo de la foto')
      .setInputFiles({ name: 'yo.png', mimeType: 'image/png', buffer: photo });
    await page.getByText('Foto actualizada').first().waitFor();
    const image = page.getByRole('img', { name: 'Su foto' });
    await image.waitFor();
    expect(
      await image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth)),
    ).toBe(512);

    const other = await newPage();
    await signInByHand(other, seller);
    await page.reload();
    await page
      .getByRole('button', { name: /^Cerrar la sesión de/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Cerrar las demás' }).click();
    await page.getByText('Se cerraron las demás sesiones').first().waitFor();
    await other.reload();
    await other.waitForURL('**/login');

    await page.getByLabel(/^Contraseña actual/).fill('no es esta');
    await page.getByLabel(/^Contraseña nueva/).fill('Otra clave larga y nueva 2');
    await page.getByLabel(/^Repita la contraseña/).fill('Otra clave larga y nueva 2');
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await page.getByText('La contraseña actual no es correcta', { exact: false }).first().waitFor();
    await expectAccessible(page);
  });
});

describe('clients', () => {
  test('a client is created with every error shown at its field, found regardless of accents, and edited', async () => {
    const page = await newPage();
    await signIn(page, administrator, '/crm/clientes/nuevo');
    await page.getByRole('button', { name: 'Crear cliente' }).click();
    await page.getByRole('alert').or(page.locator('[data-error-summary]')).first().waitFor();
    await expectAccessible(page);
    await fillClient(page, { code: 'ñandu 1', name: 'Panadería El Árbol', taxId: '401-00727-4' });
    await page.getByRole('button', { name: 'Crear cliente' }).click();
    await page.getByText('Use de 2 a 20 letras', { exact: false }).first().waitFor();
    await page.getByLabel(/^Código(?! Externo)/).fill('pan-001');
    await page.getByRole('button', { name: 'Crear cliente' }).click();
    await page.getByRole('heading', { level: 1, name: 'Panadería El Árbol' }).waitFor();
    await expectAccessible(page);
    await page.goto('/crm/clientes');
    await page.getByPlaceholder('Buscar clientes').fill('panaderia arbol');
    await page.waitForURL(/q=panaderia/);
    await page.getByRole('link', { name: 'Panadería El Árbol' }).waitFor();
    await expectAccessible(page);
  });

  test('two users change different fields: both changes are kept; for the same field the form asks', async () => {
    const one = await newPage();
    const two = await newPage();
    await signIn(one, administrator, '/crm/clientes?q=panaderia');
    await signIn(two, administrator, null);
    await one.getByRole('link', { name: 'Panadería El Árbol' }).click();
    await one.getByRole('link', { name: 'Editar' }).click();
    await one.getByLabel(/^Notas/).waitFor();
    await two.goto(one.url());
    await two.getByLabel(/^Notas/).waitFor();

    await one.getByLabel(/^Dirección/).fill('Calle El Sol 10');
    await one.getByRole('button', { name: 'Guardar' }).click();
    await one.getByText('Calle El Sol 10').waitFor();

    await two.getByLabel(/^Notas/).fill('Llamar por la tarde');
    await two.getByRole('button', { name: 'Guardar' }).click();
    await two.getByText('Llamar por la tarde').waitFor();
    await two.getByText('Calle El Sol 10').waitFor();
  });

  test('leaving with unsaved changes asks first; the input is restored', async () => {
    const page = await newPage();
    await signIn(page, administrator, '/crm/clientes/nuevo');
    await page.getByLabel(/^Razón social/).fill('Sin guardar todavía');
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel(/^Razón social/).inputValue()).toBe('Sin guardar todavía');
  });

  test('list and form work on a phone and in the dark theme', async () => {
    const page = await newPage({ viewport: { width: widths.phone, height: 844 } });
    await page.addInitScript(() => localStorage.setItem('pauta.theme', 'dark'));
    await signIn(page, administrator);
    await expectAccessible(page);
    for (const [path, title] of [
      ['/crm/clientes', 'Clientes'],
      ['/crm/clientes/nuevo', 'Nuevo cliente'],
      ['/crm/client-registrations', 'Registros de clientes'],
      ['/perfil', 'Mi Perfil'],
      ['/gestion/configuracion', 'Configuración General'],
    ] as const) {
      await follow(page, path);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await expectAccessible(page, path);
      await expectNoSidewaysScroll(page);
    }
  });
});

test('a setting renames one field and hides another everywhere immediately', async () => {
  const page = await newPage();
  await signIn(page, administrator, '/gestion/configuracion');
  // A label that no other test file uses, because they share the server.
  await page.getByLabel(/^Etiqueta del código externo/).fill('Número de cuenta');
  await page.getByRole('switch', { name: 'Mostrar el segundo vendedor' }).uncheck();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Configuración guardada').first().waitFor();
  await expectAccessible(page);
  await page.goto('/crm/clientes/nuevo');
  await page.getByLabel(/^Número de cuenta/).waitFor();
  expect(await page.getByLabel('Vendedor Adicional').count()).toBe(0);

  await page.goto('/gestion/configuracion');
  await page.getByLabel(/^Etiqueta del código externo/).fill('Código Externo');
  await page.getByRole('switch', { name: 'Mostrar el segundo vendedor' }).check();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Configuración guardada').first().waitFor();
});

test('a change of a role is in effect in open sessions, without a reload', async () => {
  const admin = await newPage();
  await signIn(admin, administrator, '/gestion/roles');
  const other = await newPage();
  await signIn(other, seller, '/crm/clientes');
  const create = other.getByRole('link', { name: 'Nuevo cliente' }).first();
  await create.waitFor();
  await other.evaluate(() => Object.assign(window, { isTheSamePage: true }));

  // The modules of the whole matrix are closed at first.
  await admin.getByRole('textbox', { name: 'Buscar permisos' }).fill('Crear clientes');
  const cell = admin.getByRole('checkbox', { name: /^Crear clientes, Ejecutivo de Ventas/ });
  const change = async (saved: () => Promise<void>): Promise<void> => {
    await cell.click();
    // The number of unsaved changes is shown beside the button.
    await admin.getByText('1 cambio sin guardar').waitFor();
    await admin.getByRole('button', { name: 'Guardar' }).click();
    await admin.getByText('Permisos guardados; valen desde ahora').first().waitFor();
    await admin.getByText('1 cambio sin guardar').waitFor({ state: 'hidden' });
    await saved();
  };
  await change(() => create.waitFor({ state: 'hidden' }));
  await change(() => create.waitFor());
  expect(await other.evaluate(() => 'isTheSamePage' in window)).toBe(true);
});

import { describe, expect, test } from 'vitest';
import { guestRoutes } from '../apps/backoffice/src/routes.ts';
import {
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

describe('guests (spec §2, §5)', () => {
  test('every guest page has its title; other pages redirect to sign-in and back', async () => {
    const page = await newPage();
    for (const { path, title } of guestRoutes) {
      await page.goto(`/${path}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.title()).toBe(`${title} · Pauta`);
      await expectAccessible(page);
    }
    for (const path of ['', 'crm/clientes?q=acme', 'reportes/logs', 'no/existe']) {
      await page.goto(`/${path}`);
      await page.waitForURL('**/login');
    }
    await page.goto('/crm/clientes?q=acme');
    await page.getByLabel('Correo').fill(administrator.email);
    await page.getByLabel(/^Contraseña/).fill(administrator.password);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await page.waitForURL('**/crm/clientes?q=acme');
  });

  test('guest pages fit the width of a phone, also in the dark theme', async () => {
    const page = await newPage({ viewport: { width: widths.phone, height: 844 } });
    await page.addInitScript(() => localStorage.setItem('pauta.theme', 'dark'));
    for (const { path, title } of guestRoutes) {
      await page.goto(`/${path}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
});

describe('signed in', () => {
  test('guest pages redirect home, except the client registration', async () => {
    const page = await newPage();
    await signIn(page, administrator, null);
    for (const path of ['login', 'register']) {
      await page.goto(`/${path}`);
      await page.waitForURL((url) => url.pathname === '/');
    }
    await page.goto('/client-registration');
    await page.getByRole('heading', { level: 1, name: 'Registro de Clientes' }).waitFor();
  });

  test('the menu is searched regardless of accents and opens the page, which gets the focus', async () => {
    const page = await newPage();
    await signIn(page, administrator);
    const search = page.getByPlaceholder('Buscar en el menú...');
    await search.fill('zzz');
    await page.getByText('No se encontraron resultados').first().waitFor();
    await search.fill('configuracion');
    await page.getByRole('link', { name: 'Configuración General' }).click();
    await page.getByRole('heading', { level: 1, name: 'Configuración General' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  });

  test('signing out also ends the session on the server', async () => {
    const page = await newPage();
    await signInByHand(page, administrator);
    const token = await page.evaluate(() => localStorage.getItem('auth_token'));
    await page
      .getByRole('button', { name: /Administrador|menú de usuario/i })
      .first()
      .click();
    const told = page.waitForResponse('**/api/logout');
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await told;
    await page.waitForURL('**/login');
    await page.getByRole('heading', { level: 1, name: 'Iniciar Sesión' }).waitFor();
    const kept = () =>
      page.evaluate(() => [localStorage.getItem('auth_token'), localStorage.getItem('user')]);
    await expect.poll(kept).toEqual([null, null]);
    // The page does not wait for the server, so this is retried.
    const headers = { authorization: `Bearer ${token}` };
    await expect.poll(async () => (await page.request.get('/api/user', { headers })).status()).toBe(401);
  });

  test('unsaved changes are marked in the tab, and signing out asks about them and never fails', async () => {
    const page = await newPage();
    await signInByHand(page, administrator);
    await follow(page, '/gestion/catalogos/industrias/nuevo');
    const name = page.getByLabel('Nombre', { exact: false }).first();
    await name.fill('A medias');
    await expect.poll(() => page.title()).toMatch(/^• /);
    const signOut = async (): Promise<void> => {
      await page.getByRole('button', { name: /^Menú de usuario/ }).click();
      await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    };
    await signOut();
    const question = page.getByRole('alertdialog', { name: 'Hay cambios sin guardar' });
    await question.waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Seguir editando' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('A medias');
    await page.route('**/api/logout', (route) => route.abort());
    await signOut();
    await question.getByRole('button', { name: 'Salir sin guardar' }).click();
    await page.waitForURL('**/login');
    await page.getByRole('heading', { level: 1, name: 'Iniciar Sesión' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
    expect(await page.title()).toBe('Iniciar Sesión · Pauta');
  });

  test('the menu and the tab title show live counts', async () => {
    const page = await newPage();
    await signIn(page, administrator);
    const group = page.getByRole('button', { name: /^CRM/ });
    const link = page.getByRole('link', { name: /^Seguimiento - REF/ });
    await page.getByRole('button', { name: 'Favoritos y recientes' }).waitFor();
    const { token, me } = await page.evaluate(() => ({
      token: localStorage.getItem('auth_token'),
      me: JSON.parse(localStorage.getItem('user') ?? '{}').id,
    }));
    const answer = await page.request.post('/api/referrals', {
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
      data: {
        referred_name: 'Panadería La Espiga',
        referrer_kind: 'event',
        referrer_name: 'Feria',
        received_at: new Date().toISOString(),
        assigned_to_id: me,
        reward_type: 'none',
        currency_code: 'DOP',
      },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    // The live stream updates it without a reload.
    await expect.poll(() => group.textContent()).toMatch(/, \d+ pendientes/);
    await group.click();
    const waiting = Number((await link.textContent())?.match(/, (\d+) por contactar/)?.[1]);
    expect(waiting).toBeGreaterThan(0);
    await expectAccessible(page);
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Seguimiento - REF' }).waitFor();
    await expect.poll(() => page.title()).toBe(`(${waiting}) Seguimiento - REF · Pauta`);
    await page.getByRole('button', { name: 'Menú lateral' }).click();
    const dot = group.locator('[data-badge]');
    expect(await dot.evaluate((node) => node.getBoundingClientRect().width)).toBe(9);
    expect(await group.getAttribute('aria-expanded')).toBe('false');
  });

  test('a link can open a group of the menu and search in it, once', async () => {
    const page = await newPage();
    await signIn(page, administrator, '/gestion/catalogos?menu=ventas&buscar=cupos&q=x');
    await page.waitForURL('**/gestion/catalogos?q=x');
    const search = page.getByPlaceholder('Buscar en el menú...');
    expect(await search.inputValue()).toBe('cupos');
    await page.getByRole('link', { name: 'Gestión de Cupos' }).waitFor();
    await search.fill('');
    await page.getByRole('button', { name: 'Ventas', expanded: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await search.inputValue()).toBe('');
  });

  test('the star beside a menu entry makes it a favourite', async () => {
    const page = await newPage();
    await signIn(page, administrator);
    await page.getByRole('button', { name: 'Multimedia' }).click();
    await page.getByRole('link', { name: 'Videos' }).hover();
    await page.getByRole('button', { name: /Videos/ }).click();
    await page.getByRole('button', { name: 'Favoritos y recientes' }).click();
    await page
      .getByRole('list', { name: 'Favoritos' })
      .getByRole('link', { name: /^Videos/ })
      .waitFor();
  });

  test('the back button closes the drawer before it leaves the page', async () => {
    const page = await newPage({ viewport: { width: widths.phone, height: 844 } });
    await signIn(page, administrator, '/perfil');
    await page.getByRole('link', { name: 'Pauta' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.waitFor();
    await page.evaluate(() => history.back());
    await drawer.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/');
    await page.evaluate(() => history.back());
    await page.getByRole('heading', { level: 1, name: 'Mi Perfil' }).waitFor();
  });

  test('an invalid token signs the user out at the next call, with the warning of spec §8', async () => {
    const page = await newPage();
    await signIn(page, administrator);
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    await page.evaluate(() => localStorage.setItem('auth_token', 'pauta_vencido_vencido_vencido'));
    // Navigates without a reload, because any pending request of the page may be the next call.
    await follow(page, '/crm/clientes');
    await page.waitForURL('**/login');
    await expect.poll(() => warnings.join()).toMatch(/token/i);
  });

  test('on a phone the menu is a drawer that closes after navigating', async () => {
    const page = await newPage({ viewport: { width: widths.phone, height: 844 } });
    await signIn(page, administrator);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: /abrir.*menú/i }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByPlaceholder('Buscar en el menú...').fill('clientes');
    await expectAccessible(page);
    await drawer.getByRole('link', { name: 'Clientes', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor();
    await drawer.waitFor({ state: 'hidden' });
    await expectNoSidewaysScroll(page);
  });
});

import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientRegistrationProps } from './client-registration-props.ts';
import { ClientRegistration } from './eager.tsx';
import { type FormServer, startFormServer } from './testing/form-server.ts';

let server: FormServer;
beforeEach(async () => {
  server = await startFormServer();
});
afterEach(() => server.close());

function show(props: Partial<ClientRegistrationProps> = {}) {
  const user = userEvent.setup();
  const view = render(<ClientRegistration formKey="pk_prueba" apiBase={server.url} {...props} />);
  return { user, ...view };
}
const field = (name: string | RegExp) => screen.getByLabelText(name);
const send = () => screen.getByRole('button', { name: /Enviar registro|Enviando/ });
const summary = () => screen.findByRole('alert');

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText(/^Razón social/), 'Panadería La Unión, SRL');
  await user.type(field(/^Número de identificación fiscal/), '1 01 85004 3');
  await user.type(field(/^Nombre(?! com)/), 'Ana');
  await user.type(field(/^Apellido/), 'Núñez');
  await user.type(field(/^Correo/), 'Ana@LaUnion.do');
  await user.type(field(/^Teléfono/), '(809) 555-0100');
  await user.click(field(/^Acepto/));
}

describe('ClientRegistration', () => {
  it('registers a company and shows the registration number', async () => {
    const onSuccess = vi.fn();
    const { user } = show({ onSuccess });
    await fill(user);
    await user.selectOptions(field('Industria'), 'Banca y finanzas');
    await user.click(field('Radio'));
    await user.click(field('Vía pública'));
    await user.click(field('Vía pública'));
    await user.click(send());

    const heading = await screen.findByRole('heading', { name: 'Recibimos su registro' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    screen.getByText('REG-2026-000001');
    screen.getByText(/le escribirá a Ana@LaUnion.do/);
    expect(onSuccess).toHaveBeenCalledExactlyOnceWith({
      folio: 'REG-2026-000001',
      receivedAt: expect.any(String),
    });
    expect([...server.registrations.values()]).toMatchObject([
      {
        legal_name: 'Panadería La Unión, SRL',
        tax_id: '101850043',
        industry_id: '0199-3',
        platform_ids: ['0198-2'],
        contact: { email: 'ana@launion.do', phone: '+18095550100' },
        agency: null,
        consent: true,
        notice_version: '2026-01',
        fax: '',
        altcha: expect.any(String),
      },
    ]);
  });

  it('uses the questions, texts and theme of its definition, and emits its events', async () => {
    await server.close();
    server = await startFormServer({
      definition: {
        intro: 'Anúnciese con nosotros.',
        submit_label: 'Quiero anunciarme',
        hidden: [
          'trade_name',
          'website',
          'contact.job',
          'platform_ids',
          'investment_band',
          'has_agency',
          'comments',
        ],
        theme: 'dark',
        primary_color: '#b3004b',
        thanks: { title: '¡Gracias!', text: 'Lo llamamos mañana.' },
      },
    });
    const happened: string[] = [];
    const { user, container } = show({
      onStart: () => void happened.push('start'),
      onInvalid: ({ fields }) => void happened.push(`invalid ${fields.length}`),
      onSubmit: ({ values }) => {
        happened.push(`submit ${values.legal_name}`);
        return happened.length > 3;
      },
      onSuccess: () => void happened.push('success'),
    });
    const button = await screen.findByRole('button', { name: 'Quiero anunciarme' });
    await screen.findByText(/^Anúnciese con nosotros\./);
    for (const name of ['Nombre comercial', 'Sitio web', 'Cargo', 'Comentarios'])
      expect(screen.queryByLabelText(name)).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Su publicidad' })).toBeNull();
    const root = container.firstElementChild as HTMLElement;
    expect([root.dataset.theme, root.style.getPropertyValue('--crw-brand')]).toEqual(['dark', '#b3004b']);

    await user.click(button);
    await fill(user);
    await user.click(button);
    expect(server.registrations.size).toBe(0);
    await user.click(button);
    await screen.findByRole('heading', { name: '¡Gracias!' });
    screen.getByText('Lo llamamos mañana.');
    expect(happened).toEqual([
      'invalid 7',
      'start',
      'submit Panadería La Unión, SRL',
      'submit Panadería La Unión, SRL',
      'success',
    ]);
    expect([...server.registrations.values()]).toMatchObject([{ legal_name: 'Panadería La Unión, SRL' }]);
  });

  it('shows a given definition without a request', async () => {
    show({ definition: { ...server.definition, title: 'Ya conocido' } });
    screen.getByRole('heading', { name: 'Ya conocido' });
    expect(server.calls('form')).toHaveLength(0);
  });

  it('starts over for another company', async () => {
    const { user } = show();
    await fill(user);
    await user.click(send());
    await user.click(await screen.findByRole('button', { name: 'Registrar otra empresa' }));
    expect(field(/^Razón social/)).toHaveProperty('value', '');
    await waitFor(() => expect(document.activeElement).toBe(field(/^País/)));
    await fill(user);
    await user.click(send());
    await screen.findByText('REG-2026-000002');
  });

  it('does not send an incomplete form, and lists the missing answers with links', async () => {
    const { user } = show();
    await screen.findByLabelText(/^Razón social/);
    await user.click(send());

    const box = await summary();
    await waitFor(() => expect(document.activeElement).toBe(box));
    within(box).getByText('Hay 7 datos por corregir');
    await user.click(within(box).getByRole('link', { name: 'Teléfono' }));
    await waitFor(() => expect(document.activeElement).toBe(field(/^Teléfono/)));
    expect(field(/^Teléfono/).getAttribute('aria-invalid')).toBe('true');
    expect(server.calls('registrations')).toHaveLength(0);
    expect(send().hasAttribute('disabled')).toBe(false);
  });

  it('associates each message with its field and removes it once corrected', async () => {
    const { user } = show();
    const number = await screen.findByLabelText(/^Número de identificación fiscal/);
    await user.type(number, '101850042');
    expect(number.hasAttribute('aria-invalid')).toBe(false);
    await user.tab();
    const text = /^El dígito verificador del RNC no coincide. Revise el número./;
    const message = await screen.findByText(text);
    expect(number.getAttribute('aria-describedby')?.split(' ')).toContain(message.id);
    await user.type(number, '{Backspace}3');
    expect(screen.queryByText(text)).toBeNull();
    expect(number.hasAttribute('aria-invalid')).toBe(false);
  });

  it('shows errors only beside their fields until the first attempt to send', async () => {
    const { user } = show();
    await screen.findByLabelText(/^Correo/);
    await user.type(field(/^Correo/), 'nadie');
    await user.tab();
    await waitFor(() => expect(field(/^Correo/).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Enviar registro' }));
    await screen.findByRole('alert');
  });

  it('shows no errors at empty fields that were only focused', async () => {
    const { user } = show();
    await user.click(await screen.findByLabelText(/^Razón social/));
    await user.tab();
    await user.tab();
    expect(screen.queryByText(/^Escriba/)).toBeNull();
  });

  it('does not change text while typing, and formats it when the field is left', async () => {
    const { user } = show();
    const number = await screen.findByLabelText(/^Número de identificación fiscal/);
    await user.type(number, '101850043');
    expect(number).toHaveProperty('value', '101850043');
    await user.tab();
    await waitFor(() => expect(number).toHaveProperty('value', '1-01-85004-3'));
    await user.type(field(/^Teléfono/), '8095550100');
    await user.tab();
    await waitFor(() => expect(field(/^Teléfono/)).toHaveProperty('value', '+1 809 555 0100'));
  });

  it('offers the identification types of the chosen country', async () => {
    const { user } = show();
    await user.selectOptions(await screen.findByLabelText(/^País/), 'México');
    expect(
      within(field(/^Tipo de identificación/))
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['RFC', 'Pasaporte', 'Otro documento']);
    screen.getByText('Ejemplo: GODE 561231 GR8');
    screen.getByText('Ejemplo: 55 1234 5678');
  });

  it('asks an individual for a full name and a cédula', async () => {
    const { user } = show();
    await user.click(await screen.findByLabelText('Persona física'));
    field(/^Nombre completo/);
    expect(field(/^Tipo de identificación/)).toHaveProperty('value', 'CEDULA');
  });

  it('asks for the agency only if there is one', async () => {
    const { user } = show();
    await fill(user);
    expect(screen.queryByLabelText(/^Nombre de la agencia/)).toBeNull();
    await user.click(field('Sí'));
    await user.click(send());
    within(await summary()).getByText(/Escriba el nombre de la agencia/);
    await user.type(field(/^Nombre de la agencia/), 'Agencia Uno');
    await user.click(send());
    await screen.findByText('REG-2026-000001');
    expect([...server.registrations.values()]).toMatchObject([{ agency: { name: 'Agencia Uno' } }]);
  });

  it('uses labels of the server if present', async () => {
    await server.close();
    server = await startFormServer({
      definition: { title: 'Anúnciese', labels: { tax_id: 'RNC o cédula' } },
    });
    show();
    await screen.findByLabelText(/^RNC o cédula/);
    screen.getByRole('heading', { name: 'Anúnciese', level: 2 });
  });

  it('shows errors of the server at their fields', async () => {
    const { user } = show();
    await fill(user);
    server.next('registrations', {
      status: 422,
      body: {
        message: 'Revise los datos.',
        errors: {
          'contact.email': ['Use otro correo.'],
          'platform_ids.0': ['Ese medio ya no se ofrece.'],
          notice_version: ['El aviso cambió: recargue la página.'],
        },
      },
    });
    await user.click(send());
    const box = await summary();
    within(box).getByText('El aviso cambió: recargue la página.');
    within(box).getByRole('link', { name: 'Medios que le interesan' });
    expect(field(/^Correo/).getAttribute('aria-invalid')).toBe('true');
    expect(field(/^Razón social/)).toHaveProperty('value', 'Panadería La Unión, SRL');
    await user.type(field(/^Correo/), 'x');
    await user.click(send());
    await screen.findByText('REG-2026-000001');
  });

  it('questions a wrong check digit once, and sends the number if the visitor confirms it', async () => {
    const { user } = show();
    await fill(user);
    const number = field(/^Número de identificación fiscal/);
    await user.clear(number);
    await user.type(number, '101581601{Enter}');
    await waitFor(async () => expect(document.activeElement).toBe(await summary()));
    within(await summary()).getByText(/dígito verificador.* Si está bien escrito, continúe\.$/);
    expect(number.getAttribute('aria-invalid')).toBe('true');
    await user.click(send());
    await screen.findByText('REG-2026-000001');
    expect([...server.registrations.values()]).toMatchObject([{ tax_id: '101581601' }]);
  });

  it('registers once despite repeated presses and network errors', async () => {
    const { user } = show();
    await fill(user);
    server.next('registrations', 'lose');
    await user.dblClick(send());
    await screen.findByText('REG-2026-000001');
    expect(server.registrations.size).toBe(1);
  });

  it('shows that it waits, and can be cancelled', async () => {
    const { user } = show();
    await fill(user);
    server.next('registrations', { status: 503, headers: { 'Retry-After': '40' } });
    await user.click(send());
    await screen.findByText(/El servidor tarda en responder/);
    expect(send().getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Cancelar el envío' }));
    expect(send().hasAttribute('aria-disabled')).toBe(false);
    expect(field(/^Razón social/)).toHaveProperty('value', 'Panadería La Unión, SRL');
    await user.click(send());
    await screen.findByText('REG-2026-000001');
  });

  it('keeps the answers when the server fails, and shows advice', async () => {
    const onError = vi.fn();
    const { user } = show({ onError, fallback: <a href="mailto:ventas@example.com">Escríbanos</a> });
    await fill(user);
    expect(screen.queryByRole('link', { name: 'Escríbanos' })).toBeNull();
    server.next('registrations', { status: 429, headers: { 'Retry-After': '240' } });
    await user.click(send());
    const box = within(await summary());
    box.getByText(/envíe de nuevo en 4 minutos/);
    box.getByRole('link', { name: 'Escríbanos' });
    expect(onError).toHaveBeenCalledExactlyOnceWith({ code: 'rate', status: 429 });
    await user.click(send());
    await screen.findByText('REG-2026-000001');
  });

  it('restores answers after a reload, but not fiscal numbers or consent', async () => {
    const { user, unmount } = show();
    await fill(user);
    unmount();
    show();
    await screen.findByText(/Recuperamos lo que había escrito/);
    expect(field(/^Correo/)).toHaveProperty('value', 'Ana@LaUnion.do');
    expect(field(/^Número de identificación fiscal/)).toHaveProperty('value', '');
    expect(field(/^Acepto/)).toHaveProperty('checked', false);
    await user.click(screen.getByRole('button', { name: 'Empezar de cero' }));
    expect(field(/^Correo/)).toHaveProperty('value', '');
    expect(sessionStorage.length).toBe(0);
  });

  it('stores nothing with draft="off"', async () => {
    const { user } = show({ draft: 'off' });
    await user.type(await screen.findByLabelText(/^Razón social/), 'La Unión');
    expect(sessionStorage.length).toBe(0);
  });

  it('sets autocomplete on every field and hides the trap field', async () => {
    const { container } = show();
    await screen.findByLabelText(/^Razón social/);
    const tokens = Object.fromEntries(
      [...container.querySelectorAll('input:not([type=radio], [type=checkbox]), select, textarea')].map(
        (one) => [one.getAttribute('name'), one.getAttribute('autocomplete')],
      ),
    );
    expect(tokens).toMatchObject({
      legal_name: 'organization',
      trade_name: 'off',
      'contact.first_name': 'given-name',
      'contact.email': 'email',
      'contact.phone': 'tel',
      country: 'country',
      fax: 'off',
    });
    expect(Object.values(tokens)).not.toContain(null);
    const trap = container.querySelector('[name=fax]');
    expect(trap?.getAttribute('tabindex')).toBe('-1');
    expect(trap?.closest('[aria-hidden=true]')).not.toBeNull();
  });

  it('turns addresses in the notice into links, and nothing else', async () => {
    await server.close();
    const text = 'Lea https://pauta.example/aviso. <b>No</b> javascript:alert(1)';
    server = await startFormServer({ definition: { notice: { version: '1', text } } });
    show();
    const link = await screen.findByRole('link', { name: 'pauta.example/aviso' });
    expect(link.getAttribute('href')).toBe('https://pauta.example/aviso');
    expect(screen.getAllByRole('link')).toHaveLength(1);
    screen.getByText(/<b>No<\/b> javascript:alert\(1\)/);
  });
});

describe('before and instead of the form', () => {
  it('announces loading, and when it is ready', async () => {
    const onReady = vi.fn();
    show({ onReady });
    screen.getByText('Cargando el formulario…');
    await screen.findByLabelText(/^Razón social/);
    await waitFor(() => expect(onReady).toHaveBeenCalledOnce());
    expect(screen.queryByText('Cargando el formulario…')).toBeNull();
  });

  it('offers a retry after a failure', async () => {
    const onError = vi.fn();
    // The server stays busy: the request is retried once by `persistentFetch`, which then gives up.
    const busy = { status: 503, headers: { 'Retry-After': '3600' } };
    server.next('form', busy, busy);
    const { user } = show({ onError, fallback: <a href="/registro">Regístrese aquí</a> });
    await screen.findByRole('heading', { name: 'No pudimos mostrar el formulario' });
    screen.getByRole('link', { name: 'Regístrese aquí' });
    await waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith({ code: 'server', status: 503 }));
    await user.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
    await screen.findByLabelText(/^Razón social/);
  });

  it('reports a missing connection at once, and loads by itself when it is back', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.next('form', 'drop');
    const onError = vi.fn();
    show({ onError });
    within(await screen.findByRole('alert')).getByText(/^Revise su conexión a internet/);
    expect(server.calls('form')).toHaveLength(1);
    await waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith({ code: 'network', status: 0 }));
    onLine.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
    await screen.findByLabelText(/^Razón social/);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(server.calls('form')).toHaveLength(2);
  });

  it.each([{ status: 503 }, { status: 429 }, 'drop'] as const)(
    'does not give up after one %o',
    async (trick) => {
      const onError = vi.fn();
      server.next('form', trick);
      show({ onError });
      await screen.findByLabelText(/^Razón social/);
      expect(onError).not.toHaveBeenCalled();
    },
  );

  it.each([
    [404, 'gone', 'Este formulario ya no está disponible.'],
    [403, 'origin', 'Esta página no tiene permiso para usar el formulario. Avise a quien la administra.'],
  ])('offers no retry after a %i', async (status, code, text) => {
    const onError = vi.fn();
    server.next('form', { status });
    show({ onError });
    await screen.findByText(text);
    expect(screen.queryByRole('button')).toBeNull();
    await waitFor(() => expect(onError).toHaveBeenCalledWith({ code, status }));
    act(() => void window.dispatchEvent(new Event('online')));
    expect(server.calls('form')).toHaveLength(1);
  });

  it('loads the other form when its key changes', async () => {
    const { rerender } = show({ formKey: 'pk_otra' });
    await screen.findByText('Este formulario ya no está disponible.');
    rerender(<ClientRegistration formKey="pk_prueba" apiBase={`${server.url}/api/`} />);
    await screen.findByLabelText(/^Razón social/);
  });
});

import { en as english } from '@pauta/domain/crm/forms/texts/en.ts';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClientRegistrationProps } from './client-registration-props.ts';
import { ClientRegistration } from './eager.tsx';
import { en } from './locales/en.ts';
import { type FormServer, startFormServer } from './testing/form-server.ts';

let server: FormServer;
beforeEach(async () => {
  server = await startFormServer();
});
afterEach(() => server.close());

const form = (props: Partial<ClientRegistrationProps> = {}) => (
  <ClientRegistration formKey="pk_prueba" apiBase={server.url} {...props} />
);
const show = (props?: Partial<ClientRegistrationProps>) => {
  const user = userEvent.setup();
  const { container, ...view } = render(form(props));
  return { user, root: container.firstElementChild as HTMLElement, container, ...view };
};

it('uses the language of its record unless the page requests another', async () => {
  const { root } = show();
  await screen.findByLabelText(/^Razón social/);
  expect(root.lang).toBe('es-DO');
});

it.each([
  ['es-MX', 'es-MX', 'Puesto'],
  ['es-es', 'es-ES', 'Sector'],
  ['en-GB', 'en', 'Industry'],
  ['es', 'es-DO', 'Industria'],
  ['fr', 'es-DO', 'Industria'],
])('for a page in %s uses %s', async (lang, spoken, label) => {
  const { root } = show({ lang });
  await screen.findByLabelText(label);
  expect(root.lang).toBe(spoken);
});

it('shows all texts in English, and custom texts in their own language', async () => {
  const { user, container } = show({ lang: 'en', layout: 'steps' });
  await screen.findByRole('heading', { name: 'Step 1 of 3 Your company' });
  expect(screen.getByRole('heading', { name: 'Registro de clientes' }).lang).toBe('es-DO');
  const types = within(screen.getByLabelText(/^Type of tax ID/)).getAllByRole('option');
  expect(types.map(({ textContent }) => textContent)).toEqual(['RNC', 'ID card', 'Passport', 'Other']);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  within(await screen.findByRole('alert')).getByText('2 fields to correct');
  // Every text is in the language or comes from the server.
  const said = [
    ...container.querySelectorAll('label, legend, button, [data-hint], [data-error], h3, [role=alert] p'),
  ];
  const own = JSON.stringify([english, server.definition]);
  for (const part of said) {
    const text = (part.textContent ?? '').replace(' *', '').replace(/^Step \d of \d |^Example: .*/, '');
    expect(own, text).toContain(text.replace(/^\d /, '{count} '));
  }
});

it('marks names in another language with their lang', async () => {
  const { id } = server.definition.industries[0] ?? {};
  const { container } = show({
    definition: {
      ...server.definition,
      texts: english,
      industries: [{ id: id ?? '', name: 'Bebidas', lang: 'es' }],
      platforms: [{ id: 1, name: 'Televisión', lang: 'es' }],
    },
  });
  expect((await screen.findByRole('option', { name: 'Bebidas' })).lang).toBe('es');
  expect(screen.getByText('Televisión').lang).toBe('es');
  expect(container.querySelector('[name="country"] [lang]')).toBeNull();
  expect(screen.getByLabelText('Website')).toHaveProperty('placeholder', 'www.company.com');
});

it('shows errors of the server in its language', async () => {
  const { user } = show({ lang: 'en' });
  await user.type(await screen.findByLabelText(/^Legal name/), 'La Unión');
  await user.type(screen.getByLabelText(/^Tax ID number/), '101850043');
  await user.type(screen.getByLabelText(/^First name/), 'Ana');
  await user.type(screen.getByLabelText(/^Last name/), 'Núñez');
  await user.type(screen.getByLabelText(/^Email/), 'ana@launion.do');
  await user.type(screen.getByLabelText(/^Phone/), '809 555 0100');
  await user.click(screen.getByLabelText(/^I accept/));
  server.next(
    'registrations',
    {
      status: 422,
      body: { message: 'Revise los datos.', errors: { 'contact.email': ['Use otro correo.'] } },
    },
    { status: 429, headers: { 'Retry-After': '240' } },
  );
  const send = () => user.click(screen.getByRole('button', { name: 'Send' }));
  await send();
  within(await screen.findByRole('alert')).getByText(/This was not accepted/);
  await user.type(screen.getByLabelText(/^Email/), '.uk');
  await send();
  await screen.findByText(/try again in 4 minutes/);
  await send();
  await screen.findByText(/We will write to ana@launion.do.uk/);
});

it('keeps the answers when the page changes its language', async () => {
  const { user, rerender } = show();
  await user.type(await screen.findByLabelText(/^Razón social/), 'La Unión');
  rerender(form({ lang: 'en' }));
  expect(await screen.findByLabelText(/^Legal name/)).toHaveProperty('value', 'La Unión');
});

it('uses the given texts before the form is loaded', async () => {
  // The server stays busy: the request is retried once by `persistentFetch`, which then gives up.
  const busy = { status: 503, headers: { 'Retry-After': '3600' } };
  server.next('form', busy, busy);
  const { user, root } = show({ texts: en });
  screen.getByText('Loading the form…');
  expect(root.lang).toBe('en');
  await screen.findByRole('heading', { name: 'The form is not available' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByLabelText(/^Legal name/);
  await waitFor(() => expect(root.lang).toBe('en'));
});

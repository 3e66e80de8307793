import { users } from '@pauta/domain/admin/users/user.ts';
import { email } from '@pauta/domain/kinds/contact.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type AttemptLimit, takeAttempt, tooManyAttempts } from '../../platform/attempts.ts';
import { command } from '../../platform/command.ts';
import { addressBlock } from '../../platform/http/address-block.ts';
import { type FieldErrors, invalid, Problem } from '../../platform/http/problem.ts';
import { readPasswordMinimum } from '../passwords/minimum.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { passwordFault, passwordLength } from '../passwords/policy.ts';
import { openSession, originOf } from '../sessions/sessions.ts';
import { readSettings } from '../settings/store.ts';
import { readUser } from '../users/user-document.ts';
import { signedInSchema } from './login-routes.ts';

interface Registration {
  full_name: string;
  email: string;
  phone?: string | null;
  password: string;
  password_confirmation: string;
  accept_terms: boolean;
}

/** Data given by the registering user; the rest is decided by the administrator who approves the account. */
const person: Fields = {
  full_name: fieldOf(users, 'full_name'),
  email: email('Correo', { required: true }),
  phone: fieldOf(users, 'phone'),
};

/** Whether the domain of the e-mail may register; all may if the setting is empty. */
const isAllowedDomain = (address: string, domains: unknown): boolean =>
  !Array.isArray(domains) ||
  domains.length === 0 ||
  domains.includes(
    address
      .slice(address.lastIndexOf('@') + 1)
      .trim()
      .toLowerCase(),
  );

const checkRegistration = (
  { password, password_confirmation, accept_terms, ...input }: Registration,
  { least, domains }: { least: number; domains: unknown },
) => {
  const checked = parseValues(person, input);
  const errors: FieldErrors = checked.ok ? {} : checked.errors;
  const fault = passwordFault(password, { full_name: input.full_name, email: input.email }, least);
  if (fault) errors.password = [fault];
  if (!errors.email && !isAllowedDomain(input.email, domains)) {
    errors.email = ['Regístrese con el correo de su empresa; este dominio no está permitido.'];
  }
  if (password !== password_confirmation)
    errors.password_confirmation = ['Las dos contraseñas no son iguales.'];
  if (!accept_terms) errors.accept_terms = ['Acepte los términos para registrarse.'];
  if (!checked.ok || Object.keys(errors).length > 0) throw invalid(errors);
  return checked.values as { full_name: string; email: string; phone: string | null };
};

// Does not reveal whether an account exists; the address is throttled, so testing many e-mails takes long.
const notRegistered = () => {
  const message =
    'No se pudo crear una cuenta con este correo. Si ya tiene una, inicie sesión; si no, pida ayuda a un administrador.';
  return invalid({ email: [message] }, message);
};

export const registerRoutes = (app: FastifyInstance, passwords: Passwords): void => {
  const { database } = app;

  app.post<{ Body: Registration }>(
    '/api/register',
    {
      config: { access: 'public', problems: { 403: 'El registro está cerrado' } },
      schema: {
        summary: 'Registrarse',
        description:
          'Crea una cuenta pendiente de aprobación y abre su sesión. Hasta que se aprueba solo sirve para ver el perfil. 403 mientras el registro está cerrado.',
        body: {
          type: 'object',
          required: ['full_name', 'email', 'password', 'password_confirmation', 'accept_terms'],
          additionalProperties: false,
          properties: {
            full_name: { type: 'string', maxLength: 1000 },
            email: { type: 'string', maxLength: 1000 },
            phone: { type: ['string', 'null'], maxLength: 1000 },
            password: {
              type: 'string',
              maxLength: 1024,
              description: `De ${passwordLength.min} a ${passwordLength.max} caracteres; se rechazan las contraseñas comunes`,
            },
            password_confirmation: { type: 'string', maxLength: 1024 },
            accept_terms: { type: 'boolean' },
          },
        },
        response: { 201: signedInSchema },
      },
    },
    async (request) => {
      const { registration_enabled, registration_allowed_domains: domains } = await readSettings(database);
      if (registration_enabled !== true) {
        throw new Problem(
          403,
          'registration_closed',
          'El registro está cerrado. Pida a un administrador que le cree una cuenta.',
        );
      }
      const values = checkRegistration(request.body, { least: await readPasswordMinimum(database), domains });
      const limit: AttemptLimit = {
        purpose: 'register',
        subject: [addressBlock(request.ip)],
        most: 20,
        seconds: 600,
      };
      const { wait } = await takeAttempt(database, limit);
      if (wait > 0) throw tooManyAttempts(wait);
      // Before the e-mail is looked up, so that a known one takes as long as an unknown one.
      const passwordHash = await passwords.hash(request.body.password);

      return command(
        request,
        async (tx) => {
          const user = await tx.one<{ id: string }>(sql`
            INSERT INTO users (full_name, email, phone) VALUES (${values.full_name}, ${values.email}, ${values.phone})
            ON CONFLICT (email) DO NOTHING RETURNING id`);
          if (!user) throw notRegistered();
          await tx.query(
            sql`INSERT INTO user_roles (user_id, role_id) SELECT ${user.id}, id FROM roles WHERE name = 'pending'`,
          );
          await tx.query(
            sql`INSERT INTO credentials (user_id, password_hash) VALUES (${user.id}, ${passwordHash})`,
          );
          const token = await openSession(tx, user.id, originOf(request));
          return { status: 201, body: { user: await readUser(tx, user.id), token } };
        },
        { action: 'register', secret: true },
      );
    },
  );
};

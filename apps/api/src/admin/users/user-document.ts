import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { delegatedToUser } from '../delegations/delegated.ts';
import { pendingStepOfUser } from '../sessions/pending-step.ts';

/** A role, as responses contain it. */
export interface RoleDocument {
  id: string;
  name: string;
  display_name: string;
}

/** The signed-in user as stored by the client, without secrets. */
export interface UserDocument {
  id: string;
  full_name: string;
  email: string;
  /** Path below /storage/. */
  profile_photo: string | null;
  status: string;
  roles: RoleDocument[];
  /** By roles and by delegation. */
  permissions: string[];
  /** The step that is required before any other request. */
  pending_step: 'password' | 'second_factor' | null;
  /** Ids of the users for whom they are a substitute today. */
  stands_for: string[];
}

export const userSchema = {
  type: 'object',
  required: ['id', 'full_name', 'email', 'profile_photo', 'status', 'roles', 'permissions'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    full_name: { type: 'string' },
    email: { type: 'string' },
    profile_photo: { type: ['string', 'null'], description: 'Ruta bajo /storage/' },
    status: { type: 'string', enum: ['pending', 'active', 'suspended', 'inactive'] },
    roles: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name', 'display_name'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          name: { type: 'string' },
          display_name: { type: 'string' },
        },
      },
    },
    permissions: { type: 'array', items: { type: 'string' } },
    pending_step: {
      type: ['string', 'null'],
      enum: ['password', 'second_factor', null],
      description:
        'Lo que debe hacer antes que nada: cambiar la contraseña o activar la verificación en dos pasos',
    },
    stands_for: {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      description: 'Personas a las que hoy reemplaza',
    },
  },
} as const;

/** Roles of the user `u` of the surrounding statement, by their display names. */
export const rolesOfUser = sql`
  (SELECT coalesce(
    jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'display_name', r.display_name) ORDER BY r.display_name),
    '[]'::jsonb)
  FROM user_roles l JOIN roles r ON r.id = l.role_id WHERE l.user_id = u.id)`;

/** @throws Error if there is no such user; the caller has just read the id from the database */
export const readUser = async (database: Queryable, id: string): Promise<UserDocument> => {
  const user = await database.one<UserDocument>(sql`
    SELECT u.id, u.full_name, u.email, u.profile_photo, u.status, ${rolesOfUser} AS roles,
      ${pendingStepOfUser} AS pending_step,
      ARRAY(SELECT DISTINCT split_part(entry, ' ', 2)::uuid FROM unnest(${delegatedToUser}) AS entry) AS stands_for,
      ARRAY(
        SELECT DISTINCT p.permission FROM user_roles l JOIN role_permissions p ON p.role_id = l.role_id
        WHERE l.user_id = u.id AND u.status = 'active'
        UNION SELECT split_part(entry, ' ', 1) FROM unnest(${delegatedToUser}) AS entry ORDER BY 1
      ) AS permissions
    FROM users u WHERE u.id = ${id}`);
  if (!user) throw new Error(`user ${id} is gone`);
  return user;
};

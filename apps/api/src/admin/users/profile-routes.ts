import { users } from '@pauta/domain/admin/users/user.ts';
import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command, etagOf, expectedVersion } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid, stale } from '../../platform/http/problem.ts';
import { readImage } from '../../platform/storage/image-upload.ts';
import { recordUserEvent } from '../user-event.ts';
import { type RoleDocument, rolesOfUser, userSchema } from './user-document.ts';

/** A user's own profile. */
export interface ProfileDocument {
  id: string;
  full_name: string;
  email: string;
  phone: string | null;
  profile_photo: string | null;
  status: string;
  roles: RoleDocument[];
  must_change_password: boolean;
  last_login_at: string | null;
  created_at: string;
  row_version: number;
}

const { permissions: _, pending_step: __, stands_for: ___, ...userProperties } = userSchema.properties;

const profileSchema = {
  type: 'object',
  required: ['profile'],
  properties: {
    profile: {
      type: 'object',
      properties: {
        ...userProperties,
        phone: { type: ['string', 'null'] },
        must_change_password: { type: 'boolean' },
        last_login_at: { type: ['string', 'null'] },
        created_at: { type: 'string' },
        row_version: { type: 'integer' },
      },
    },
  },
} as const;

/** Fields that users may change of their own profile; e-mail, roles and manager are changed by an administrator. */
const own: Fields = {
  full_name: fieldOf(users, 'full_name'),
  phone: fieldOf(users, 'phone'),
};

const readProfile = async (database: Queryable, id: string): Promise<ProfileDocument> => {
  const profile = await database.one<ProfileDocument>(sql`
    SELECT u.id, u.full_name, u.email, u.phone, u.profile_photo, u.status, ${rolesOfUser} AS roles,
      u.must_change_password, u.last_login_at, u.created_at, u.row_version
    FROM users u WHERE u.id = ${id}`);
  if (!profile) throw new Error(`user ${id} is gone`);
  return profile;
};

const answer = (profile: ProfileDocument) => ({
  status: 200,
  body: { profile },
  headers: { etag: etagOf(profile.row_version) },
});

export const profileRoutes = (app: FastifyInstance): void => {
  const { database, storage } = app;
  const config = { access: 'signed-in', whilePending: true } as const;

  app.get(
    '/api/profile',
    { config, schema: { summary: 'Mi perfil', response: { 200: profileSchema } } },
    async (request, reply) => {
      const profile = await readProfile(database, actorOf(request).userId);
      reply.header('etag', etagOf(profile.row_version));
      return { profile };
    },
  );

  app.patch<{ Body: Record<string, unknown> }>(
    '/api/profile',
    {
      config,
      schema: {
        summary: 'Cambiar mi perfil',
        body: {
          type: 'object',
          additionalProperties: false,
          properties: {
            full_name: { type: 'string', maxLength: 1000 },
            phone: { type: ['string', 'null'], maxLength: 1000 },
          },
        },
        response: { 200: profileSchema },
      },
    },
    async (request) => {
      const { userId } = actorOf(request);
      const version = expectedVersion(request);
      return command(request, async (tx) => {
        const current = await readProfile(tx, userId);
        const checked = parseValues(own, request.body, { current: { ...current } });
        if (!checked.ok) throw invalid(checked.errors);
        const next = { ...current, ...checked.values };
        const changed = await tx.one(sql`
          UPDATE users SET full_name = ${next.full_name}, phone = ${next.phone}
          WHERE id = ${userId} AND row_version = ${version} RETURNING 1 AS one`);
        const profile = await readProfile(tx, userId);
        if (!changed) throw stale(profile);
        return answer(profile);
      });
    },
  );

  const setPhoto = async (tx: Queryable, userId: string, path: string | null): Promise<string | null> => {
    // Locked first, so that of two concurrent uploads the second one deletes the first one's file.
    const old = await tx.one<{ profile_photo: string | null }>(sql`
      SELECT profile_photo FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
    await tx.query(sql`UPDATE users SET profile_photo = ${path} WHERE id = ${userId}`);
    await recordUserEvent(tx, { action: path ? 'photo_changed' : 'photo_removed', userId });
    return old?.profile_photo ?? null;
  };

  // An unreferenced picture only takes space, so failing to delete it is ignored.
  const removeFile = (path: string | null) =>
    path
      ? storage
          .remove(path)
          .catch((error: unknown) => app.log.warn({ err: error }, 'a photo was not removed'))
      : undefined;

  app.post(
    '/api/profile/photo',
    {
      config: { ...config, files: true },
      schema: {
        summary: 'Cambiar mi foto',
        description: 'Un archivo `photo` (JPG, PNG o WebP de hasta 2 MB) en `multipart/form-data`.',
        consumes: ['multipart/form-data'],
        response: { 200: profileSchema },
      },
    },
    async (request, reply) => {
      const { userId } = actorOf(request);
      const image = await readImage(request, 'photo');
      const path = await storage.put(image, { kind: 'profile-photos', extension: 'webp' });
      let unused: string | null = path;
      try {
        await command(request, async (tx) => {
          const old = await setPhoto(tx, userId, path);
          const done = answer(await readProfile(tx, userId));
          unused = old;
          return done;
        });
      } catch (error) {
        await removeFile(path);
        throw error;
      }
      await removeFile(unused);
      return reply;
    },
  );

  app.delete(
    '/api/profile/photo',
    { config, schema: { summary: 'Quitar mi foto', response: { 200: profileSchema } } },
    async (request, reply) => {
      const { userId } = actorOf(request);
      let old: string | null = null;
      await command(request, async (tx) => {
        old = await setPhoto(tx, userId, null);
        return answer(await readProfile(tx, userId));
      });
      await removeFile(old);
      return reply;
    },
  );
};

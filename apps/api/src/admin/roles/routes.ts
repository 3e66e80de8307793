import { roles } from '@pauta/domain/admin/roles/role.ts';
import { changeBetween, describePermission } from '@pauta/domain/admin/roles/role-permissions.ts';
import { parseField } from '@pauta/domain/kinds/kind.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Access } from '../../platform/access.ts';
import { command, etagOf, expectedVersion } from '../../platform/command.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { effectivePermissions, holdersOf } from './holders.ts';
import { freeName } from './hooks.ts';
import { changePermissions, type RoleChange, type RoleColumn, readColumns } from './role-permissions.ts';
import {
  changeBody,
  columnAnswer,
  copyBody,
  effectiveAnswer,
  holdersAnswer,
  idParams,
  matrixAnswer,
  matrixBody,
  nameParams,
  permissionsAnswer,
} from './schemas.ts';

const seeing: { access: Access } = { access: { permission: 'users.view_all' } };
const changing: { access: Access } = { access: { permission: 'roles.update' } };

interface Id {
  Params: { id: string };
}

const requireColumn = (columns: readonly RoleColumn[]): RoleColumn => {
  const [column] = columns;
  if (!column) throw notFound();
  return column;
};

const answerOf = (column: RoleColumn, status = 200) => ({
  status,
  body: { data: column },
  headers: { etag: etagOf(column.row_version) },
});

/** The permission matrix and its changes, who holds a permission, and the permissions of a user. */
export const roleRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  const readPermissions = async () => {
    const rows = await database.query<{ name: string; module: string; label: string; roles: number }>(sql`
      SELECT p.name, p.module, p.label,
        (SELECT count(*)::integer FROM role_permissions g JOIN roles r ON r.id = g.role_id
          WHERE g.permission = p.name AND r.archived_at IS NULL) AS roles
      FROM permissions p ORDER BY p.module, p.label, p.name`);
    return rows.map((row) => ({ ...row, description: describePermission(row.name) }));
  };

  app.get(
    '/api/permissions',
    {
      config: seeing,
      schema: { summary: 'Permisos que existen', response: { 200: permissionsAnswer } },
    },
    async () => ({ data: await readPermissions() }),
  );

  app.get(
    '/api/roles/matrix',
    {
      config: seeing,
      schema: { summary: 'Roles con sus permisos', response: { 200: matrixAnswer } },
    },
    async () => ({ data: { permissions: await readPermissions(), roles: await readColumns(database) } }),
  );

  app.put<{ Body: { changes: RoleChange[] } }>(
    '/api/roles/matrix',
    {
      config: {
        ...changing,
        problems: {
          404: 'Un rol no existe',
          412: 'Otra persona cambió uno de los roles; no se guardó ninguno',
        },
      },
      schema: {
        summary: 'Cambiar permisos de varios roles',
        description:
          'Todo o nada. `version` es el `row_version` que se vio de cada rol. Nadie concede un permiso que no tiene.',
        body: matrixBody,
        response: { 200: matrixAnswer },
      },
    },
    async (request) => {
      const { changes } = request.body;
      if (new Set(changes.map(({ role_id }) => role_id)).size < changes.length) {
        throw invalid({ changes: ['Cada rol puede aparecer una sola vez.'] });
      }
      return command(
        request,
        async (tx) => {
          await changePermissions(tx, changes);
          return {
            status: 200,
            body: { data: { permissions: await readPermissions(), roles: await readColumns(tx) } },
          };
        },
        { action: 'permissions' },
      );
    },
  );

  app.get<Id>(
    '/api/roles/:id/permissions',
    {
      config: seeing,
      schema: { summary: 'Permisos de un rol', params: idParams, response: { 200: columnAnswer } },
    },
    async (request, reply) => {
      const column = requireColumn(await readColumns(database, request.params.id));
      reply.header('etag', etagOf(column.row_version));
      return { data: column };
    },
  );

  app.put<Id & { Body: { permissions: string[] } }>(
    '/api/roles/:id/permissions',
    {
      config: changing,
      schema: {
        summary: 'Fijar los permisos de un rol',
        description: 'El rol queda con estos permisos y ningún otro.',
        params: idParams,
        body: changeBody,
        response: { 200: columnAnswer },
      },
    },
    async (request) => {
      const { id } = request.params;
      const version = expectedVersion(request);
      const wanted = [...new Set(request.body.permissions)];
      return command(
        request,
        async (tx) => {
          const current = requireColumn(await readColumns(tx, id));
          await changePermissions(tx, [
            { role_id: id, version, ...changeBetween(current.permissions, wanted) },
          ]);
          return answerOf(requireColumn(await readColumns(tx, id)));
        },
        { action: 'permissions' },
      );
    },
  );

  app.post<Id & { Body: { display_name: string; description?: string | null } }>(
    '/api/roles/:id/copy',
    {
      config: changing,
      schema: {
        summary: 'Copiar un rol con sus permisos',
        params: idParams,
        body: copyBody,
        response: { 201: columnAnswer },
      },
    },
    async (request) => {
      const checked = {
        display_name: parseField(fieldOf(roles, 'display_name'), request.body.display_name),
        description: parseField(fieldOf(roles, 'description'), request.body.description),
      };
      const { display_name, description } = checked;
      if (!display_name.ok) throw invalid({ display_name: [display_name.message] });
      if (!description.ok) throw invalid({ description: [description.message] });
      return command(request, async (tx) => {
        const source = requireColumn(await readColumns(tx, request.params.id));
        const made = await tx.one<{ id: string }>(sql`
          INSERT INTO roles (name, display_name, description)
          VALUES (${await freeName(tx, String(display_name.value))}, ${display_name.value}, ${description.value})
          RETURNING id`);
        const id = made?.id ?? '';
        await changePermissions(tx, [{ role_id: id, version: 1, grant: source.permissions, revoke: [] }]);
        const answer = answerOf(requireColumn(await readColumns(tx, id)), 201);
        return { ...answer, headers: { ...answer.headers, location: `/api/roles/${id}` } };
      });
    },
  );

  app.get<{ Params: { name: string } }>(
    '/api/permissions/:name/holders',
    {
      config: seeing,
      schema: {
        summary: '¿Quién puede…?',
        description: 'Usuarios activos que tienen el permiso, y por cuál rol o delegación.',
        params: nameParams,
        response: { 200: holdersAnswer },
      },
    },
    async (request) => {
      const { name } = request.params;
      const permission = (await readPermissions()).find((one) => one.name === name);
      if (!permission) throw notFound('Ese permiso no existe.');
      return { data: { permission, holders: await holdersOf(database, name) } };
    },
  );

  app.get<Id>(
    '/api/users/:id/permissions',
    {
      config: seeing,
      schema: {
        summary: 'Lo que puede hacer un usuario, y por qué',
        params: idParams,
        response: { 200: effectiveAnswer },
      },
    },
    async (request) => {
      const found = await effectivePermissions(database, request.params.id);
      if (!found) throw notFound();
      return {
        data: {
          user: found.user,
          permissions: found.permissions.map((one) => ({
            ...one,
            description: describePermission(one.name),
          })),
        },
      };
    },
  );
};

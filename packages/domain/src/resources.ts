import { roles } from './admin/role.ts';
import { users } from './admin/user.ts';
import { catalogues } from './catalogues/catalogues.ts';
import { clients } from './crm/client.ts';
import { clientRegistrations } from './crm/client-registration.ts';
import type { Resource } from './resource/resource.ts';

/** Every resource: the API serves them, and the contract suites loop over them. */
export const resources: readonly Resource[] = [clients, clientRegistrations, users, roles, ...catalogues];

import { socialNetworks } from '../../catalogues/crm.ts';
import { url } from '../../kinds/contact.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { defineResource } from '../../resource/resource.ts';
import { clients } from './client.ts';

/** A client's profile in a social network (domain §1.2), owned by the client's sellers. */
export const clientSocialLinks = defineResource({
  name: 'client_social_links',
  screen: 'crm/clientes/redes',
  label: { one: 'Perfil', many: 'Perfiles en redes', gender: 'm' },
  fields: {
    client_id: reference('Cliente', () => clients, { required: true }),
    social_network_id: reference('Red social', () => socialNetworks, { required: true }),
    handle: text('Nombre del perfil', {
      max: 100,
      required: true,
      sortable: true,
      pattern: /^\S+$/,
      patternMessage: 'Escríbalo sin espacios.',
      hint: 'Como aparece en la red, con o sin @; también puede pegar la dirección.',
    }),
    url: url('Dirección', { readOnly: true }),
    notes: text('Nota', { max: 200, hint: 'Para qué la usa, por ejemplo.' }),
  },
  title: 'url',
  search: ['handle', 'url'],
  searchable: false,
  columns: ['client_id', 'social_network_id', 'handle', 'url'],
  filters: ['client_id', 'social_network_id'],
  permissions: {
    viewAll: 'clients.view_all',
    viewTeam: 'clients.view_team',
    viewOwn: 'clients.view_own',
    create: 'clients.create',
    updateAll: 'clients.update_all',
    updateOwn: 'clients.update_own',
    archive: 'clients.create',
    export: 'clients.export',
    import: 'clients.import',
  },
  partOf: ['client_id'],
});

/**
 * Extracts the name of a profile from typed text: without `@`, or from the address of the profile.
 *
 * @param pattern address with the placeholder `{usuario}` for the name
 * @example handleOf('https://www.instagram.com/cafe.alba/', 'https://instagram.com/{usuario}') // 'cafe.alba'
 */
export function handleOf(typed: string, pattern: string): string {
  const bare = (address: string): string => address.replace(/^(?:https?:\/\/)?(?:www\.|m\.)?/i, '');
  const [before = '', after = ''] = bare(pattern).split('{usuario}');
  const given = bare(typed.trim());
  const inside =
    before !== '' && given.toLowerCase().startsWith(before.toLowerCase())
      ? given.slice(before.length).split(/[?#]/)[0]?.replace(/\/+$/, '')
      : typed.trim();
  const name = after !== '' && inside?.endsWith(after) ? inside.slice(0, -after.length) : (inside ?? '');
  return name.replace(/^@/, '');
}

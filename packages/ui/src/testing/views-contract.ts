import type { SavedView } from '@pauta/domain/views/saved-view.ts';
import type { Answer, ReceivedRequest } from './contract.ts';

/** A saved view of clients as returned by the API. */
export const savedView = (index: number, changes: Partial<SavedView> = {}): SavedView => ({
  id: `01900000-0000-7000-8040-${String(index).padStart(12, '0')}`,
  resource: 'clients',
  name: `Vista ${index}`,
  params: '',
  visibility: 'private',
  owner: { id: '01900000-0000-7000-8005-000000000001', label: 'Ana Pérez' },
  is_mine: true,
  may_edit: true,
  is_shared_default: false,
  is_default: false,
  is_pinned: false,
  position: 0,
  row_version: 1,
  ...changes,
});

/** An implementation of the contract of `/views` with views in memory. */
export function createViewsContract(given: readonly SavedView[]): (asked: ReceivedRequest) => Answer {
  const views = [...given];
  const gone = new Map<string, SavedView>();
  const known = (): string[] => views.map(({ name }) => name.toLocaleLowerCase('es'));

  return ({ method, path, headers, body }) => {
    const url = new URL(path, 'http://api');
    const [, , id, command] = url.pathname.split('/');
    if (!id && method === 'GET') {
      const of = views.filter(({ resource }) => resource === url.searchParams.get('resource'));
      return { status: 200, body: { data: of.sort((a, b) => Number(b.is_pinned) - Number(a.is_pinned)) } };
    }
    if (!id) {
      if (known().includes(String(body.name).toLocaleLowerCase('es'))) {
        const message = 'Ya tiene una vista con ese nombre.';
        return { status: 409, body: { message, errors: { name: [message] } } };
      }
      const view = savedView(900 + views.length, body as Partial<SavedView>);
      views.push(view);
      return { status: 201, body: { data: view } };
    }
    const index = views.findIndex((view) => view.id === id);
    const view = views[index] ?? gone.get(id);
    if (!view) return { status: 404, body: { message: 'La vista ya no existe o dejó de estar compartida.' } };
    if (command !== 'preference' && headers['if-match'] !== `"${view.row_version}"`) {
      return { status: 412, body: { message: 'Otra persona cambió esta vista.', current: view } };
    }
    if (command === 'restore' || method === 'DELETE') {
      const next = { ...view, row_version: view.row_version + 1 };
      if (command === 'restore') views.push(next);
      else views.splice(index, 1);
      gone.set(id, next);
      return { status: 200, body: { data: next } };
    }
    const next = {
      ...view,
      ...(body as Partial<SavedView>),
      row_version: view.row_version + (command === 'preference' ? 0 : 1),
    };
    views[index] = next;
    return { status: 200, body: { data: next } };
  };
}

import { createIdempotencyKey } from '@pauta/core';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { ListView } from '@pauta/domain/resource/view.ts';
import { type SavedView, sharePermission } from '@pauta/domain/views/saved-view.ts';
import { token as t } from '@pauta/layout/theme';
import { Bookmark, ChevronDown, Home, Pin, Users } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { Popover } from '../controls/popover.tsx';
import { notify } from '../controls/toast.ts';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { describeFailure } from '../data/failure.ts';
import { useMay } from '../data/may.ts';
import { useLabels } from '../data/use-label.ts';
import { differences, unsavedText } from './differences.ts';
import { openingView, shownBy, useViews } from './use-views.ts';
import { ViewForm } from './view-form.tsx';

const Root = styled.div`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${t('space-2')};
  min-inline-size: 0;
  & > [data-unsaved] { color: ${t('color-warning-text')}; font-size: ${t('text-sm')}; }
`;

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-2')};
  & h2 { margin: 0; font-size: ${t('text-sm')}; color: ${t('color-text-muted')}; font-weight: ${t('weight-medium')}; }
  & ul { margin: 0; padding: 0; list-style: none; }
  & ul[data-changes] { padding-inline-start: ${t('space-5')}; list-style: disc; font-size: ${t('text-sm')}; }
  & > [data-actions] { display: flex; flex-direction: column; border-block-start: 1px solid ${t('color-border')}; padding-block-start: ${t('space-2')}; }
  & :is(ul[data-views], [data-actions]) button {
    display: flex;
    align-items: center;
    gap: ${t('space-2')};
    inline-size: 100%;
    min-block-size: max(34px, ${t('target-size')});
    padding: 0 ${t('space-2')};
    border: 0;
    border-radius: ${t('radius-sm')};
    background: none;
    color: inherit;
    text-align: start;
    cursor: pointer;
  }
  & :is(ul[data-views], [data-actions]) button:hover { background: ${t('color-hover')}; }
  & [aria-current='true'] { background: ${t('color-selected')}; color: ${t('color-accent-text')}; font-weight: ${t('weight-medium')}; }
  & [data-name] { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
  & [data-actions] button[data-tone='danger'] { color: ${t('color-danger-text')}; }
  & svg { flex: none; }
`;

/** The value of `view=` in an address that was asked to show no saved view, not even a default one. */
export const noView = 'all';

export interface ViewPickerProps {
  readonly resource: Resource;
  /** What the list shows now. */
  readonly view: ListView;
  /** `view=` of the address: the saved view it started from, `all`, or null when it says nothing. */
  readonly current: string | null;
  /** The address says nothing about the list: it may open with the reader's default view. */
  readonly bare?: boolean;
  /** Another view is to be shown; `id` belongs into `view=`. `replace` leaves no entry in the history. */
  readonly onChange: (view: ListView, id: string, options?: { readonly replace?: boolean }) => void;
}

type Asking = 'create' | 'rename' | null;

/**
 * The saved view a list shows, what differs from it, and everything that can be done with views: choose, save, save
 * as, rename, share, make it the first one, pin, delete with undo, and go back to what was saved.
 */
export function ViewPicker({
  resource,
  view,
  current,
  bare = false,
  onChange,
}: ViewPickerProps): ReactElement {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState<Asking>(null);
  const [busy, setBusy] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const opening = useRef(createIdempotencyKey());
  const labels = useLabels();
  const maySharing = useMay(resource).permission(sharePermission);
  const all = useViews(resource);
  const { views = [] } = all;

  const plainName = `${resource.label.gender === 'f' ? 'Todas las' : 'Todos los'} ${resource.label.many.toLocaleLowerCase('es')}`;
  const saved = views.find(({ id }) => id === current);
  const isForeign = current !== null && current !== noView && all.views !== undefined && !saved;
  const name = saved?.name ?? (isForeign ? 'Vista no disponible' : plainName);
  const changes = saved ? differences(resource, labels.label, shownBy(resource, saved.params), view) : [];

  const first = bare && current === null && all.views ? openingView(all.views) : undefined;
  const show = useRef(onChange);
  useEffect(() => {
    show.current = onChange;
  });
  const firstParams = first?.params;
  const firstId = first?.id;
  useEffect(() => {
    if (firstId !== undefined && firstParams !== undefined)
      show.current(shownBy(resource, firstParams), firstId, { replace: true });
  }, [firstId, firstParams, resource]);

  const choose = (chosen: SavedView | null): void => {
    setOpen(false);
    onChange(shownBy(resource, chosen?.params ?? ''), chosen?.id ?? noView);
  };
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setOpen(false);
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      notify(describeFailure(failure).message, { tone: 'danger' });
      if (saved) all.retry();
    } finally {
      setBusy(false);
    }
  };
  const said = (text: string, work: () => Promise<unknown>) => () =>
    void run(async () => {
      await work();
      notify(text);
    });
  const ask = (what: Asking): void => {
    opening.current = createIdempotencyKey();
    setOpen(false);
    setAsking(what);
  };
  const remove = (one: SavedView): Promise<void> =>
    run(async () => {
      const gone = await all.remove(one);
      onChange(shownBy(resource, ''), noView, { replace: true });
      notify(`Vista «${one.name}» eliminada`, {
        action: {
          label: 'Deshacer',
          run: () =>
            void run(async () => {
              const back = await all.restore(gone);
              onChange(shownBy(resource, back.params), back.id, { replace: true });
            }),
        },
      });
    });

  return (
    <Root>
      <Button
        aria-expanded={open}
        aria-haspopup="dialog"
        icon={<Bookmark aria-hidden size={16} />}
        loading={busy}
        onClick={() => setOpen(true)}
        ref={trigger}
      >
        <VisuallyHidden>Vista: </VisuallyHidden>
        {name}
        <ChevronDown aria-hidden size={16} />
      </Button>
      {changes.length > 0 && (
        <span data-unsaved title={changes.join('\n')}>
          {unsavedText(changes.length)}
        </span>
      )}
      <Popover label="Vistas guardadas" onClose={() => setOpen(false)} open={open} trigger={trigger}>
        <Panel>
          {all.error !== undefined && all.views === undefined && (
            <p role="alert">
              {describeFailure(all.error).message}{' '}
              <Button onClick={all.retry} size="small">
                Reintentar
              </Button>
            </p>
          )}
          <h2>Mostrar</h2>
          <ul aria-label="Vistas" data-views>
            <li>
              <button
                aria-current={!saved && !isForeign ? 'true' : undefined}
                onClick={() => choose(null)}
                type="button"
              >
                <span data-name>{plainName}</span>
              </button>
            </li>
            {views.map((one) => (
              <li key={one.id}>
                <button
                  aria-current={one.id === saved?.id ? 'true' : undefined}
                  onClick={() => choose(one)}
                  type="button"
                >
                  <span data-name>{one.name}</span>
                  {one.is_pinned && <Mark icon={<Pin aria-hidden size={14} />} text="fijada" />}
                  {one.visibility === 'shared' && (
                    <Mark
                      icon={<Users aria-hidden size={14} />}
                      text={one.is_mine ? 'compartida' : `de ${one.owner.label}`}
                    />
                  )}
                  {(one.is_default || one.is_shared_default) && (
                    <Mark
                      icon={<Home aria-hidden size={14} />}
                      text={one.is_default ? 'su vista inicial' : 'vista inicial de todos'}
                    />
                  )}
                </button>
              </li>
            ))}
          </ul>
          {changes.length > 0 && (
            <>
              <h2>{unsavedText(changes.length)}</h2>
              <ul data-changes>
                {changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            </>
          )}
          <div data-actions>
            {saved && changes.length > 0 && (
              <>
                {saved.may_edit && (
                  <button
                    onClick={said('Vista guardada', () => all.update(saved, { shown: view }))}
                    type="button"
                  >
                    Guardar los cambios{saved.visibility === 'shared' && ' para todos'}
                  </button>
                )}
                <button onClick={() => choose(saved)} type="button">
                  Descartar los cambios
                </button>
              </>
            )}
            <button onClick={() => ask('create')} type="button">
              Guardar como vista nueva…
            </button>
            {saved && (
              <>
                <button
                  onClick={said(saved.is_pinned ? 'Vista suelta' : 'Vista fijada al principio', () =>
                    all.prefer(saved, { is_pinned: !saved.is_pinned }),
                  )}
                  type="button"
                >
                  {saved.is_pinned ? 'Dejar de fijar' : 'Fijar al principio'}
                </button>
                <button
                  onClick={said(
                    saved.is_default ? 'Ya no es su vista inicial' : 'La lista abrirá con esta vista',
                    () => all.prefer(saved, { is_default: !saved.is_default }),
                  )}
                  type="button"
                >
                  {saved.is_default ? 'Dejar de abrir con esta vista' : 'Abrir la lista con esta vista'}
                </button>
                {saved.may_edit && (
                  <button onClick={() => ask('rename')} type="button">
                    Cambiar el nombre…
                  </button>
                )}
                {saved.may_edit && maySharing.allowed && (
                  <>
                    <button
                      onClick={said(
                        saved.visibility === 'shared'
                          ? 'Ahora solo la ve su dueño'
                          : 'Vista compartida con todos',
                        () =>
                          all.update(saved, {
                            visibility: saved.visibility === 'shared' ? 'private' : 'shared',
                          }),
                      )}
                      type="button"
                    >
                      {saved.visibility === 'shared' ? 'Dejar de compartir' : 'Compartir con todos'}
                    </button>
                    {saved.visibility === 'shared' && (
                      <button
                        onClick={said(
                          saved.is_shared_default
                            ? 'Ya no es la vista inicial de todos'
                            : 'Es la vista inicial de todos',
                          () => all.update(saved, { is_shared_default: !saved.is_shared_default }),
                        )}
                        type="button"
                      >
                        {saved.is_shared_default
                          ? 'Dejar de ser la vista inicial de todos'
                          : 'Vista inicial de todos'}
                      </button>
                    )}
                  </>
                )}
                {saved.may_edit && (
                  <button data-tone="danger" onClick={() => void remove(saved)} type="button">
                    Eliminar la vista
                  </button>
                )}
              </>
            )}
          </div>
        </Panel>
      </Popover>
      {asking === 'create' && (
        <ViewForm
          name=""
          onClose={() => setAsking(null)}
          onSave={async (given, visibility) => {
            const made = await all.create({ name: given, visibility, shown: view }, opening.current);
            onChange(view, made.id, { replace: true });
            notify('Vista guardada');
          }}
          sharing={{ shared: false, disabledReason: maySharing.allowed ? undefined : maySharing.reason }}
          title="Guardar como vista nueva"
        />
      )}
      {asking === 'rename' && saved && (
        <ViewForm
          name={saved.name}
          onClose={() => setAsking(null)}
          onSave={async (given) => {
            await all.update(saved, { name: given });
            notify('Nombre de la vista cambiado');
          }}
          title="Cambiar el nombre de la vista"
        />
      )}
    </Root>
  );
}

function Mark({ icon, text }: { icon: ReactElement; text: string }): ReactElement {
  return (
    <span title={text}>
      {icon}
      <VisuallyHidden> ({text})</VisuallyHidden>
    </span>
  );
}

import { createIdempotencyKey } from '@pauta/core';
import type { ListView } from '@pauta/domain/resource/query/view.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { type SavedView, sharePermission } from '@pauta/domain/views/saved-view.ts';
import { token as t } from '@pauta/layout/theme';
import { Bookmark, ChevronDown } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { notify } from '../controls/toast.ts';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { describeFailure } from '../data/failure.ts';
import { useMay } from '../data/may.ts';
import { useLabels } from '../data/use-label.ts';
import { differences, unsavedText } from './differences.ts';
import { openingView, shownBy, useViews } from './use-views.ts';

const ViewPanel = lazy(async () => ({ default: (await import('./view-panel.tsx')).ViewPanel }));
const ViewForm = lazy(async () => ({ default: (await import('./view-form.tsx')).ViewForm }));

const Root = styled.div`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${t('space-2')};
  min-inline-size: 0;
  & > [data-unsaved] { color: ${t('color-warning-text')}; font-size: ${t('text-sm')}; }
`;

/** Value of `view=` for a list without a saved view, not even the default one. */
export const noView = 'all';

export interface ViewPickerProps {
  readonly resource: Resource;
  /** The current view of the list. */
  readonly view: ListView;
  /** `view=` of the address: the id of the saved view that the list started from, `all`, or null if absent. */
  readonly current: string | null;
  /** The address has no parameters of the list, so the user's default view applies. */
  readonly bare?: boolean;
  /** Called to show another view; `id` is the new value of `view=`. With `replace` no history entry is added. */
  readonly onChange: (view: ListView, id: string, options?: { readonly replace?: boolean }) => void;
}

type Asking = 'create' | 'rename' | null;

/**
 * The saved view of a list, the differences from it, and all actions on views: select, save, save as, rename, share,
 * set as default, pin, delete with undo, and discard differences.
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
  const runAndSay = (text: string, work: () => Promise<unknown>): Promise<void> =>
    run(async () => {
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
        <span data-view-name>{name}</span>
        <ChevronDown aria-hidden size={16} />
      </Button>
      {changes.length > 0 && (
        <span data-unsaved title={changes.join('\n')}>
          {unsavedText(changes.length)}
        </span>
      )}
      {open && (
        <Suspense>
          <ViewPanel
            all={all}
            changes={changes}
            isForeign={isForeign}
            may={maySharing}
            onAsk={ask}
            onChoose={choose}
            onClose={() => setOpen(false)}
            onRemove={(one) => void remove(one)}
            onRun={(text, work) => void runAndSay(text, work)}
            plainName={plainName}
            saved={saved}
            trigger={trigger}
            view={view}
          />
        </Suspense>
      )}
      <Suspense>
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
      </Suspense>
    </Root>
  );
}

import type { ListView } from '@pauta/domain/resource/query/view.ts';
import type { SavedView } from '@pauta/domain/views/saved-view.ts';
import { token as t } from '@pauta/layout/theme';
import { Home, Pin, Users } from 'lucide-react';
import type { ReactElement, RefObject } from 'react';
import { styled } from 'styled-components';
import { Button } from '../controls/button.tsx';
import { Popover } from '../controls/popover.tsx';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { describeFailure } from '../data/failure.ts';
import type { Verdict } from '../data/may.ts';
import { unsavedText } from './differences.ts';
import type { UseViews } from './use-views.ts';

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

export interface ViewPanelProps {
  readonly all: UseViews;
  /** The active saved view, if any. */
  readonly saved: SavedView | undefined;
  /** Whether the address names a view that the user may not see. */
  readonly isForeign: boolean;
  /** Name of the list without a view. */
  readonly plainName: string;
  /** Differences from the saved view, in words. */
  readonly changes: readonly string[];
  readonly view: ListView;
  /** Whether the user may share views. */
  readonly may: Verdict;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
  readonly onChoose: (view: SavedView | null) => void;
  readonly onAsk: (what: 'create' | 'rename') => void;
  readonly onRemove: (view: SavedView) => void;
  /** Runs `work` and then shows `text` as a notification. */
  readonly onRun: (text: string, work: () => Promise<unknown>) => void;
}

/** The popover of the view picker: the list of views, and the actions on the active one. */
export function ViewPanel({
  all,
  saved,
  isForeign,
  plainName,
  changes,
  view,
  may,
  trigger,
  onClose,
  onChoose,
  onAsk,
  onRemove,
  onRun,
}: ViewPanelProps): ReactElement {
  const { views = [] } = all;
  return (
    <Popover label="Vistas guardadas" onClose={onClose} open trigger={trigger}>
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
              onClick={() => onChoose(null)}
              type="button"
            >
              <span data-name>{plainName}</span>
            </button>
          </li>
          {views.map((one) => (
            <li key={one.id}>
              <button
                aria-current={one.id === saved?.id ? 'true' : undefined}
                onClick={() => onChoose(one)}
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
                  onClick={() => onRun('Vista guardada', () => all.update(saved, { shown: view }))}
                  type="button"
                >
                  Guardar los cambios{saved.visibility === 'shared' && ' para todos'}
                </button>
              )}
              <button onClick={() => onChoose(saved)} type="button">
                Descartar los cambios
              </button>
            </>
          )}
          <button onClick={() => onAsk('create')} type="button">
            Guardar como vista nueva…
          </button>
          {saved && (
            <>
              <button
                onClick={() =>
                  onRun(saved.is_pinned ? 'Vista suelta' : 'Vista fijada al principio', () =>
                    all.prefer(saved, { is_pinned: !saved.is_pinned }),
                  )
                }
                type="button"
              >
                {saved.is_pinned ? 'Dejar de fijar' : 'Fijar al principio'}
              </button>
              <button
                onClick={() =>
                  onRun(
                    saved.is_default ? 'Ya no es su vista inicial' : 'La lista abrirá con esta vista',
                    () => all.prefer(saved, { is_default: !saved.is_default }),
                  )
                }
                type="button"
              >
                {saved.is_default ? 'Dejar de abrir con esta vista' : 'Abrir la lista con esta vista'}
              </button>
              {saved.may_edit && (
                <button onClick={() => onAsk('rename')} type="button">
                  Cambiar el nombre…
                </button>
              )}
              {saved.may_edit && may.allowed && (
                <>
                  <button
                    onClick={() =>
                      onRun(
                        saved.visibility === 'shared'
                          ? 'Ahora solo la ve su dueño'
                          : 'Vista compartida con todos',
                        () =>
                          all.update(saved, {
                            visibility: saved.visibility === 'shared' ? 'private' : 'shared',
                          }),
                      )
                    }
                    type="button"
                  >
                    {saved.visibility === 'shared' ? 'Dejar de compartir' : 'Compartir con todos'}
                  </button>
                  {saved.visibility === 'shared' && (
                    <button
                      onClick={() =>
                        onRun(
                          saved.is_shared_default
                            ? 'Ya no es la vista inicial de todos'
                            : 'Es la vista inicial de todos',
                          () => all.update(saved, { is_shared_default: !saved.is_shared_default }),
                        )
                      }
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
                <button data-tone="danger" onClick={() => onRemove(saved)} type="button">
                  Eliminar la vista
                </button>
              )}
            </>
          )}
        </div>
      </Panel>
    </Popover>
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

import { ApiError } from '@pauta/core';
import type { KindName } from '@pauta/domain/kinds/kind.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { Check, X } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { styled } from 'styled-components';
import { badgeStyle } from '../../controls/badge.tsx';
import { Button } from '../../controls/button.tsx';
import { focusFirst } from '../../controls/focus.ts';
import { IconButton } from '../../controls/icon-button.tsx';
import { visuallyHidden } from '../../controls/style.ts';
import { describeFailure } from '../../data/failure.ts';
import { requestIdOf, useCommands } from '../../data/use-commands.ts';
import { useLabels } from '../../data/use-label.ts';
import { useRecord } from '../../data/use-record.ts';
import { cells } from '../../field-components/cells.tsx';
import { inputValues, sameInput, sameValue } from '../../field-components/input-values.ts';
import { inputs } from '../../field-components/inputs.tsx';
import { checkAll } from '../../form/check.ts';
import { othersChanges, whoChanged } from '../../form/conflict/others-changes.ts';
import { useUndo } from '../../undo/offer-undo.tsx';

const Root = styled(Popover)`
  min-inline-size: max(var(--cell-width, 0px), 15rem);
  max-inline-size: min(26rem, calc(100vw - 1rem));
  border: 1px solid ${t('color-focus')};
  border-radius: ${t('radius-md')};
  background: ${t('color-surface-raised')};
  color: ${t('color-text')};
  box-shadow: ${t('shadow-lg')};
  ${badgeStyle}
  & > [role='dialog'] { outline: none; padding: ${t('space-1')}; }
  & form { display: flex; align-items: flex-start; gap: ${t('space-1')}; }
  & form > [data-face] { flex: 1; min-inline-size: 0; }
  & form > [data-face] [data-label] { ${visuallyHidden} }
  & form > [data-face] [data-error] { padding-inline: ${t('space-1')}; }
  & [data-conflict], & [data-wrong] { padding: ${t('space-2')}; font-size: ${t('text-sm')}; }
  & [data-wrong] { color: ${t('color-danger-text')}; }
  & [data-conflict] > div { display: flex; flex-wrap: wrap; gap: ${t('space-2')}; margin-block-start: ${t('space-2')}; }
`;

/** Kinds whose value is saved when it is selected. */
const chosen: readonly KindName[] = ['choice', 'yesNo', 'reference'];
/** Kinds with a single text box, so that Tab leaves the input. */
const boxes: readonly KindName[] = [
  'text',
  'email',
  'phone',
  'url',
  'integer',
  'decimal',
  'percent',
  'money',
];

export interface InlineEditProps {
  readonly resource: Resource;
  readonly record: AnyRecord;
  readonly name: string;
  readonly cell: HTMLElement;
  /** @param step 1 continues with the next cell of the row, -1 with the previous one */
  readonly onClose: (step?: 1 | -1) => void;
}

/**
 * Edits one value in its cell: Enter saves, Escape cancels, Tab saves and continues with the next cell. An invalid
 * value stays as typed, with its error.
 */
export function InlineEdit({ resource, record, name, cell, onClose }: InlineEditProps): ReactElement {
  const labels = useLabels();
  const commands = useCommands(resource);
  const undo = useUndo();
  const field = fieldOf(resource, name);
  const fields = useMemo(() => ({ [name]: field }), [name, field]);
  const start = useMemo(() => inputValues(fields, record)[name], [fields, record, name]);
  const [base, setBase] = useState(record);
  const [value, setValue] = useState(start);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  // The complete record, because rules may read fields that the row of a list does not have.
  const whole = useRecord(resource, record.id).data?.data;
  const [theirs, setTheirs] = useState<{ record: AnyRecord; who: string } | null>(null);
  const [saving, setSaving] = useState(false);
  const running = useRef(false);
  const given = useRef(false);
  const face = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLElement>(cell);
  const FilterComponent = inputs[field.kind.name];
  const Cell = cells[field.kind.name];
  const label = labels.label(field);
  const title = String(record[resource.title] ?? resource.label.one);

  useEffect(() => {
    cell.setAttribute('data-editing', '');
    // Runs after the popover has received the focus.
    const frame = requestAnimationFrame(() => {
      focusFirst(face.current);
      const input = face.current?.querySelector('input');
      if (input?.type === 'text') input.select();
    });
    return () => {
      cancelAnimationFrame(frame);
      cell.removeAttribute('data-editing');
    };
  }, [cell]);

  const write = async (on: AnyRecord, body: object): Promise<AnyRecord> => {
    try {
      return await commands.update(on, body);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status !== 412) throw cause;
      const current = await commands.read(record.id);
      // Another user changed only other fields: both changes are kept.
      if (sameValue(field, on[name], current[name])) return write(current, body);
      setTheirs({ record: current, who: whoChanged(othersChanges(cause), [name]) });
      throw new Conflict();
    }
  };

  const save = async (input: unknown, on: AnyRecord = base, step?: 1 | -1): Promise<void> => {
    if (running.current) return;
    setError(undefined);
    setFailure(undefined);
    if (sameInput(input, start) && on === record) return onClose(step);
    const known = whole && { ...whole, ...on };
    const checked = checkAll(fields, { [name]: input }, known ?? on, known ? resource.rules : []);
    if (!checked.ok) {
      setError(checked.errors[name]?.join(' '));
      const others = Object.entries(checked.errors).filter(([other]) => other !== name);
      setFailure(others.flatMap(([, messages]) => messages).join(' ') || undefined);
      return;
    }
    const body = toBody(fields, checked.values, on);
    if (Object.keys(body).length === 0) return onClose(step);
    running.current = true;
    setSaving(true);
    try {
      const saved = await write(on, body);
      undo.offer(`${resource.label.one} ${agree(resource.label, 'guardado')}`, requestIdOf(saved));
      onClose(step);
    } catch (cause) {
      if (cause instanceof Conflict) return;
      const own = cause instanceof ApiError && cause.status === 422 ? cause.errors[name] : undefined;
      const rest =
        cause instanceof ApiError && cause.status === 422
          ? Object.entries(cause.errors)
              .filter(([other]) => other !== name)
              .flatMap(([, messages]) => messages)
          : [];
      if (own) setError(own.join(' '));
      if (rest.length > 0) setFailure(rest.join(' '));
      else if (!own) setFailure(describeFailure(cause).message);
    } finally {
      running.current = false;
      setSaving(false);
    }
  };

  const press = (event: KeyboardEvent): void => {
    // React also delivers events of popups of the input, which are portals outside this element; they are ignored.
    if (!event.currentTarget.contains(event.target as Node)) return;
    if (event.key === 'Escape') given.current = true;
    if (event.key !== 'Tab' || !boxes.includes(field.kind.name) || theirs) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void save(value, base, event.shiftKey ? -1 : 1);
  };

  return (
    <Root
      isOpen
      offset={-cell.offsetHeight - 4}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        // A click elsewhere saves; Escape cancels.
        if (given.current || theirs) onClose();
        else void save(value);
      }}
      placement="bottom start"
      style={{ '--cell-width': `${cell.offsetWidth}px` } as Record<string, string>}
      triggerRef={trigger}
    >
      <Dialog aria-label={`Editar ${label} de ${title}`}>
        <form
          noValidate
          onKeyDownCapture={press}
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            void save(value);
          }}
        >
          <div data-face ref={face}>
            <FilterComponent
              error={error}
              field={field}
              label={label}
              name={name}
              onBlur={() => {}}
              onChange={(next) => {
                setValue(next);
                setError(undefined);
                if (chosen.includes(field.kind.name) && !sameInput(next, value)) void save(next);
              }}
              placeholder={labels.placeholder(field)}
              required={field.options.required}
              value={value}
              values={{ ...whole, ...base }}
            />
          </div>
          {!theirs && (
            <>
              {!chosen.includes(field.kind.name) && (
                <IconButton
                  icon={<Check aria-hidden size={16} />}
                  label="Guardar"
                  loading={saving}
                  type="submit"
                />
              )}
              <IconButton icon={<X aria-hidden size={16} />} label="Cancelar" onClick={() => onClose()} />
            </>
          )}
        </form>
        {failure && (
          <p data-wrong role="alert">
            {failure}
          </p>
        )}
        {theirs && (
          <div data-conflict role="alert">
            {theirs.who} lo cambió mientras usted editaba: ahora dice{' '}
            <strong>
              <Cell field={field} place="list" record={theirs.record} value={theirs.record[name]} />
            </strong>
            .
            <div>
              <Button onClick={() => onClose()} size="small">
                Dejar ese valor
              </Button>
              <Button
                loading={saving}
                onClick={() => {
                  const { record: current } = theirs;
                  setTheirs(null);
                  setBase(current);
                  void save(value, current);
                }}
                size="small"
                tone="primary"
              >
                Guardar el mío
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </Root>
  );
}

/** Thrown when the conflict dialog is open, so that no further message is shown. */
class Conflict extends Error {}

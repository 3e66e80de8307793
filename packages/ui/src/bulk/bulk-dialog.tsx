import { ApiError } from '@pauta/core';
import { bulkInput } from '@pauta/domain/resource/command.ts';
import { toBody } from '@pauta/domain/resource/record.ts';
import type { Resource, Values } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { closingLabel } from '../controls/closing-label.ts';
import { DialogActions } from '../controls/confirm-dialog.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import type { Input } from '../field-components/inputs.tsx';
import { FieldsForm } from '../form/fields-form.tsx';
import { type Selection, selectedCount } from '../query/selection.ts';
import { useNavigate } from '../router.ts';
import { BlockedList } from '../undo/blocked-list.tsx';
import { useUndo } from '../undo/offer-undo.tsx';
import { type BulkOrder, type BulkPreview, type BulkResult, useBulkCommand } from './bulk-command.ts';
import { BulkEditForm } from './bulk-edit-form.tsx';
import { doneText, previewText, resultText } from './bulk-words.ts';

const Explanation = styled.p`margin-block-start: ${t('space-3')};`;

interface Words {
  /** The verb of the button: `Archivar`. */
  readonly verb: string;
  readonly explanation?: string | undefined;
  readonly danger: boolean;
}

const wordsOf = ({ commands }: Resource, action: string): Words => {
  const command = commands[action];
  if (command) {
    return {
      verb: command.label,
      explanation: command.explanation,
      danger: command.tone === 'danger',
    };
  }
  if (action === 'archive') {
    return {
      verb: 'Archivar',
      danger: true,
      explanation:
        'Dejan de aparecer en las listas y no pueden elegirse en registros nuevos. Lo que ya los usa se conserva.',
    };
  }
  return action === 'restore'
    ? { verb: 'Restaurar', danger: false, explanation: 'Vuelven a las listas y pueden elegirse de nuevo.' }
    : { verb: 'Cambiar', danger: false };
};

type Step =
  | { readonly name: 'values' }
  | { readonly name: 'checking' }
  | { readonly name: 'preview'; readonly preview: BulkPreview }
  | { readonly name: 'running'; readonly preview: BulkPreview }
  | { readonly name: 'failed'; readonly error: unknown; readonly again: () => void }
  | { readonly name: 'done'; readonly result: BulkResult };

/** The current number of rows, when it differs from the one that the selection expected. */
const countNow = (error: unknown): number | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const { code, count } = (error.body ?? {}) as { code?: unknown; count?: unknown };
  return code === 'selection_changed' && typeof count === 'number' ? count : undefined;
};

export interface BulkDialogProps {
  readonly resource: Resource;
  readonly selection: Selection;
  /** `update`, `archive`, `restore` or a command. */
  readonly action: string;
  /** Custom inputs for the fields of a command. */
  readonly inputs?: Readonly<Record<string, Input>> | undefined;
  /** `done`: whether anything was executed. */
  readonly onClose: (done: boolean) => void;
}

/**
 * The steps of a bulk change: input, preview (how many records change, which do not and why), and result, with undo.
 */
export function BulkDialog({ resource, selection, action, inputs, onClose }: BulkDialogProps): ReactElement {
  const command = useBulkCommand(resource, selection);
  const undo = useUndo();
  const navigate = useNavigate();
  const commandFields = bulkInput(resource.commands[action] ?? {});
  const needsValues = action === 'update' || Object.keys(commandFields).length > 0;
  const [step, setStep] = useState<Step>(needsValues ? { name: 'values' } : { name: 'checking' });
  const [expected, setExpected] = useState<number | undefined>();
  const order = useRef<BulkOrder>({ action, values: {} });
  const given = useRef<Values>({});
  const words = wordsOf(resource, action);
  const count = expected ?? selectedCount(selection);

  const failed = (error: unknown, again: () => void): void => setStep({ name: 'failed', error, again });

  const check = async (expectedCount = expected): Promise<void> => {
    try {
      setStep({ name: 'preview', preview: await command.preview(order.current, expectedCount) });
    } catch (error) {
      // Errors of values are shown at their fields.
      if (needsValues && error instanceof ApiError && error.status === 422) throw error;
      failed(error, () => {
        setStep({ name: 'checking' });
        void check(expectedCount);
      });
    }
  };
  const latest = useRef(check);
  useEffect(() => {
    if (!needsValues) void latest.current();
  }, [needsValues]);

  const submit = (values: Readonly<Record<string, unknown>>, typed: Values): Promise<void> => {
    order.current = { action, values };
    given.current = typed;
    return check();
  };

  const run = async (preview: BulkPreview): Promise<void> => {
    setStep({ name: 'running', preview });
    try {
      const result = await command.run(order.current, expected);
      undo.offer(doneText(resource, result), result.changed > 0 ? result.request_id : undefined);
      if (result.blocked_total === 0) onClose(true);
      else setStep({ name: 'done', result });
    } catch (error) {
      failed(error, () => void run(preview));
    }
  };

  const close = (): void => onClose(step.name === 'done');
  const go = (path: string): void => {
    close();
    void navigate(path);
  };
  const title = `${action === 'update' ? 'Editar' : words.verb}: ${countOf(resource.label, count)}`;

  return (
    <Dialog
      onClose={() => {
        if (step.name === 'running')
          notify('El cambio está en curso; espere a que termine.', { tone: 'danger' });
        else close();
      }}
      open
      title={title}
      width={Object.keys(commandFields).length > 3 ? 48 : 36}
    >
      {step.name === 'values' &&
        (action === 'update' ? (
          <BulkEditForm
            count={count}
            initial={given.current}
            onCancel={close}
            onSubmit={submit}
            resource={resource}
          />
        ) : (
          <FieldsForm
            above={words.explanation && <p>{words.explanation}</p>}
            autoFocus
            bar="dialog"
            cancelLabel={closingLabel(words.verb)}
            fields={commandFields}
            initial={given.current}
            onCancel={close}
            onSubmit={(values) => submit(toBody(commandFields, values), values)}
            submitLabel="Continuar"
            {...(inputs && { inputs })}
          />
        ))}
      {step.name === 'checking' && (
        <div role="status">
          <p>Comprobando {countOf(resource.label, count)}…</p>
          <Skeleton lines={2} />
        </div>
      )}
      {(step.name === 'preview' || step.name === 'running') && (
        <Preview
          onBack={needsValues ? () => setStep({ name: 'values' }) : undefined}
          onCancel={close}
          onGo={go}
          onRun={() => void run(step.preview)}
          preview={step.preview}
          resource={resource}
          running={step.name === 'running'}
          words={words}
        />
      )}
      {step.name === 'done' && (
        <>
          <Banner live tone="warning">
            {resultText(resource, step.result)}
          </Banner>
          <BlockedList
            blocked={step.result.blocked}
            label="Registros que no cambiaron y por qué"
            onGo={go}
            total={step.result.blocked_total}
          />
          <DialogActions>
            {step.result.changed > 0 && (
              <Button
                onClick={() => {
                  void undo.run(step.result.request_id);
                  close();
                }}
              >
                Deshacer
              </Button>
            )}
            <Button autoFocus onClick={close} tone="primary">
              Entendido
            </Button>
          </DialogActions>
        </>
      )}
      {step.name === 'failed' && (
        <Failed
          error={step.error}
          onAgain={step.again}
          onCancel={close}
          onCounted={(now) => {
            setExpected(now);
            setStep({ name: 'checking' });
            check(now).catch((error: unknown) => failed(error, () => setStep({ name: 'values' })));
          }}
          resource={resource}
        />
      )}
    </Dialog>
  );
}

function Preview({
  resource,
  preview,
  words,
  running,
  onRun,
  onBack,
  onCancel,
  onGo,
}: {
  resource: Resource;
  preview: BulkPreview;
  words: Words;
  running: boolean;
  onRun: () => void;
  onBack: (() => void) | undefined;
  onCancel: () => void;
  onGo: (path: string) => void;
}): ReactElement {
  const { changing, blocked, blocked_total } = preview;
  return (
    <>
      <Banner live tone={blocked_total > 0 ? 'warning' : 'info'}>
        {running ? `Cambiando ${countOf(resource.label, changing)}…` : previewText(resource, preview)}
      </Banner>
      {words.explanation && <Explanation>{words.explanation}</Explanation>}
      <BlockedList
        blocked={blocked}
        label="Registros que no cambiarán y por qué"
        onGo={onGo}
        total={blocked_total}
      />
      <DialogActions>
        {onBack && !running && <Button onClick={onBack}>Atrás</Button>}
        {!running && <Button onClick={onCancel}>{closingLabel(words.verb)}</Button>}
        <Button
          disabledReason={changing === 0 ? 'Ningún registro de la selección cambiaría.' : undefined}
          loading={running}
          onClick={onRun}
          tone={words.danger ? 'danger' : 'primary'}
        >
          {words.verb} {countOf(resource.label, changing)}
        </Button>
      </DialogActions>
    </>
  );
}

function Failed({
  resource,
  error,
  onAgain,
  onCounted,
  onCancel,
}: {
  resource: Resource;
  error: unknown;
  onAgain: () => void;
  onCounted: (now: number) => void;
  onCancel: () => void;
}): ReactElement {
  const { title, message, retry } = describeFailure(error);
  const now = countNow(error);
  return (
    <>
      <Banner live tone={now === undefined ? 'danger' : 'warning'}>
        <strong>{title}.</strong> {message}
      </Banner>
      <DialogActions>
        <Button onClick={onCancel}>Cerrar</Button>
        {now !== undefined && now > 0 && (
          <Button onClick={() => onCounted(now)} tone="primary">
            Continuar con {countOf(resource.label, now)}
          </Button>
        )}
        {retry && (
          <Button onClick={onAgain} tone="primary">
            Reintentar
          </Button>
        )}
      </DialogActions>
    </>
  );
}

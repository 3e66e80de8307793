import { ApiError } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import { settings } from '@pauta/domain/admin/settings/setting.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import { DialogActions } from '@pauta/ui/controls/confirm-dialog.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { Upload } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { ImportPreview, SettingsData } from './data.ts';

const List = styled.ul`
  margin: var(--pauta-space-3) 0 0;
  padding: 0;
  list-style: none;
  & > li { padding-block: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); overflow-wrap: anywhere; }
`;

const mostBytes = 200_000;

/**
 * Parses settings from a file: an export, or an object of keys and values. @throws Error with the message in Spanish
 */
function readFile(text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error('El archivo no es JSON. Elija uno exportado desde esta pantalla.');
  }
  const isMap = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap(parsed)) throw new Error('El archivo no tiene valores de configuración.');
  return isMap(parsed.settings) ? parsed.settings : parsed;
}

interface Shown {
  readonly preview: ImportPreview;
  readonly version: string | null;
}

/** "Importar": a file's values compared with the current ones; only marked ones are saved. */
export function SettingImport({
  data,
  locked,
}: {
  data: SettingsData;
  locked: string | undefined;
}): ReactElement {
  const api = useApi();
  const input = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);

  const open = async (file: File): Promise<void> => {
    try {
      if (file.size > mostBytes)
        throw new Error('El archivo es demasiado grande para ser una configuración.');
      const answer = await api.send<{ data: ImportPreview }>('POST', '/settings/import/preview', {
        body: { settings: readFile(await file.text()) },
      });
      setLeft([]);
      setFailure(null);
      setShown({ preview: answer.body.data, version: answer.etag });
    } catch (error) {
      const message = error instanceof ApiError ? describeFailure(error).message : (error as Error).message;
      notify(message, { tone: 'danger' });
    }
  };

  const changes = shown?.preview.changes ?? [];
  const taken = changes.filter(({ key }) => !left.includes(key));
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await data.save(
        Object.fromEntries(taken.map(({ key, after }) => [key, after])),
        shown?.version ?? null,
      );
      setShown(null);
      notify(taken.length === 1 ? 'Se importó 1 valor' : `Se importaron ${taken.length} valores`);
    } catch (error) {
      setFailure(describeFailure(error).message);
    } finally {
      setSaving(false);
    }
  };
  const wrong = Object.entries(shown?.preview.errors ?? {});

  return (
    <>
      <Button
        disabledReason={locked}
        icon={<Upload aria-hidden size={16} />}
        onClick={() => input.current?.click()}
      >
        Importar
      </Button>
      <input
        accept="application/json,.json"
        aria-label="Archivo de configuración"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void open(file);
        }}
        ref={input}
        type="file"
      />
      {shown && (
        <Dialog onClose={() => setShown(null)} open title="Importar configuración" width={42}>
          {failure && (
            <Banner live tone="danger">
              {failure}
            </Banner>
          )}
          <p>
            {changes.length === 0
              ? 'El archivo no cambia ningún valor.'
              : changes.length === 1
                ? 'El archivo cambia 1 valor.'
                : `El archivo cambia ${changes.length} valores.`}
            {shown.preview.unchanged > 0 && ` Ya coinciden: ${shown.preview.unchanged}.`}
          </p>
          {wrong.length > 0 && (
            <Banner tone="warning">
              No se pueden importar:{' '}
              {wrong
                .map(([key, messages]) => `${settings[key]?.field.label ?? key} (${messages.join(' ')})`)
                .join('; ')}
            </Banner>
          )}
          {shown.preview.unknown.length > 0 && (
            <Banner tone="warning">No se conocen aquí: {shown.preview.unknown.join(', ')}.</Banner>
          )}
          <List>
            {changes.map((change) => (
              <li key={change.key}>
                <Checkbox
                  checked={!left.includes(change.key)}
                  hint={`${change.before_text} → ${change.after_text}`}
                  label={change.label}
                  onChange={(take) =>
                    setLeft(take ? left.filter((key) => key !== change.key) : [...left, change.key])
                  }
                />
              </li>
            ))}
          </List>
          <DialogActions>
            <Button onClick={() => setShown(null)}>Cancelar</Button>
            <Button
              disabledReason={taken.length === 0 ? 'No hay valores marcados para importar.' : undefined}
              loading={saving}
              onClick={() => void save()}
              tone="primary"
            >
              {taken.length === 1 ? 'Importar 1 valor' : `Importar ${taken.length} valores`}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

import { useApi } from '@pauta/core/react';
import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import {
  type MediaKind,
  mediaKindOf,
  mediaLimits,
  mediaMaxBytes,
  mediaTypes,
} from '@pauta/domain/media/files/media-file.ts';
import { FileInput } from '@pauta/ui/controls/file-input.tsx';
import { uploadFile } from '@pauta/ui/data/upload-file.ts';
import type { Input, InputProps } from '@pauta/ui/field-components/inputs.tsx';
import { useFormValues } from '@pauta/ui/form/use-form-values.ts';
import { useSetFormValue } from '@pauta/ui/form/use-set-form-value.ts';
import type { ReactElement } from 'react';

const withoutExtension = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '');

/**
 * The input of a media file: uploads it with its progress, and fills in its kind, and its name as the title of a record
 * that has none.
 */
export const mediaFileInput = (kind?: MediaKind): Input => {
  const accept = kind ? mediaTypes[kind] : Object.values(mediaTypes).flat();
  return function MediaFileInput({
    field: _,
    onChange,
    value,
    label,
    hint,
    error,
    required,
    readOnly,
    name,
  }: InputProps): ReactElement {
    const api = useApi();
    const set = useSetFormValue();
    const [title] = useFormValues(['title']);
    return (
      <FileInput
        accept={accept}
        error={error}
        hint={hint}
        label={label}
        maxBytes={kind ? mediaLimits[kind] : mediaMaxBytes}
        name={name}
        onChange={(file) => {
          onChange(file);
          if (file && !title) set('title', withoutExtension(file.name));
        }}
        readOnly={readOnly}
        required={required}
        upload={async (file, signal, onProgress) => {
          const stored = await uploadFile(api, file, signal, onProgress);
          const found = mediaKindOf(stored.mime);
          if (!kind && found) set('kind', found);
          return stored;
        }}
        value={(value as StoredFile | null | undefined) ?? null}
      />
    );
  };
};

import { type FileOptions, maxBytesOf } from '@pauta/domain/kinds/file.ts';
import { attachmentFiles } from '@pauta/domain/notes/notes.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { fileTypeFromFile } from 'file-type';
import { invalid } from '../platform/http/problem.ts';
import type { Engine } from '../resource/engine.ts';
import { tooLarge } from './read-upload.ts';

export interface FileField {
  readonly resource: Resource;
  readonly name: string;
  readonly options: FileOptions;
}

export const fileFieldsOf = ({ resources }: Pick<Engine, 'resources'>): FileField[] =>
  resources.flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([, field]) => field.kind.name === 'file' && !field.options.computed)
      .map(([name, field]) => ({ resource, name, options: field.options as FileOptions })),
  );

/**
 * The largest size of each accepted type, over all file fields that users fill and attachments; the exact limits are
 * checked when the record is saved.
 */
export const limitsOf = (fields: readonly FileField[]) => {
  const largest = new Map<string, number>();
  for (const options of [
    ...fields.flatMap((field) => (field.options.readOnly ? [] : [field.options])),
    attachmentFiles,
  ])
    for (const type of options.accept)
      largest.set(type, Math.max(largest.get(type) ?? 0, maxBytesOf(options, type)));
  return { largest, maxBytes: Math.max(...largest.values()) };
};

export type Limits = ReturnType<typeof limitsOf>;

/** A user with permission to write any record may upload a file for it. */
export const writePermissions = ({ resources }: Engine): string[] => [
  ...new Set(
    resources.flatMap(({ operations, permissions }) => [
      ...(operations.includes('create') ? [permissions.create] : []),
      ...(operations.includes('update') ? [permissions.updateAll, permissions.updateOwn ?? []].flat() : []),
    ]),
  ),
];

/**
 * The type of a local file, detected from its content and not as it was declared.
 *
 * @throws Problem 422 if no field accepts it, 413 if none accepts its size
 */
export const acceptedType = async (file: string, bytes: number, { largest }: Limits) => {
  const type = await fileTypeFromFile(file);
  const limit = type && largest.get(type.mime);
  if (!type || limit === undefined) {
    throw invalid({
      file: [
        'Este tipo de archivo no se admite. Suba un PDF, una imagen, un video, un audio o un documento de Office.',
      ],
    });
  }
  if (bytes > limit) throw tooLarge(limit);
  return type;
};

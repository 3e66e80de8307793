import { tooLargeText } from '@pauta/domain/kinds/file.ts';
import type { FastifyRequest } from 'fastify';
import { invalid, Problem } from '../platform/http/problem.ts';
import type { ReceivedBytes } from '../platform/storage/receive.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** 413: a file larger than is accepted. */
export const tooLarge = (maxBytes: number): Problem => new Problem(413, 'too_large', tooLargeText(maxBytes));

/** An uploaded file; its name must not be trusted. */
export interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
}

const openUpload = async (request: FastifyRequest, maxBytes: number) => {
  if (!request.isMultipart()) {
    throw new Problem(
      415,
      'unsupported_type',
      'El tipo de contenido no se admite; envíe multipart/form-data.',
    );
  }
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 0 } });
  if (part?.fieldname !== 'file') throw invalid({ file: ['Elija un archivo.'] });
  return part;
};

const isEmptyFile = () => invalid({ file: ['El archivo está vacío.'] });

/**
 * Receives the one file of a request into the storage without holding it in memory. The caller keeps or discards it.
 *
 * @throws Problem as `readUpload`
 */
export const receiveUpload = async (
  request: FastifyRequest,
  storage: Storage,
  maxBytes: number,
): Promise<{ readonly name: string; readonly received: ReceivedBytes }> => {
  const part = await openUpload(request, maxBytes);
  const received = await storage.receive(part.file, 'documents');
  if (!part.file.truncated && received.bytes > 0) return { name: part.filename, received };
  await received.discard();
  throw part.file.truncated ? tooLarge(maxBytes) : isEmptyFile();
};

/**
 * The one file of a request: `multipart/form-data`, field `file`.
 *
 * @throws Problem 413 if it is too large, 415 if the request is not a form, 422 without a file or with an empty one
 */
export const readUpload = async (request: FastifyRequest, maxBytes: number): Promise<Upload> => {
  const part = await openUpload(request, maxBytes);
  try {
    const bytes = await part.toBuffer();
    if (bytes.length === 0) throw isEmptyFile();
    return { name: part.filename, bytes };
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(maxBytes);
    throw error;
  }
};

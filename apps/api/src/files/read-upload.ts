import type { FastifyRequest } from 'fastify';
import { invalid, Problem } from '../platform/http/problem.ts';

const tooLarge = (maxBytes: number) =>
  new Problem(
    413,
    'too_large',
    `El archivo supera ${Math.floor(maxBytes / 1024 / 1024)} MB. Suba uno más pequeño.`,
  );

/** An uploaded file; its name must not be trusted. */
export interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * The one file of a request: `multipart/form-data`, field `file`.
 *
 * @throws Problem 413 if it is too large, 415 if the request is not a form, 422 without a file or with an empty one
 */
export const readUpload = async (request: FastifyRequest, maxBytes: number): Promise<Upload> => {
  if (!request.isMultipart()) {
    throw new Problem(
      415,
      'unsupported_type',
      'El tipo de contenido no se admite; envíe multipart/form-data.',
    );
  }
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 0 } });
  if (part?.fieldname !== 'file') throw invalid({ file: ['Elija un archivo.'] });
  try {
    const bytes = await part.toBuffer();
    if (bytes.length === 0) throw invalid({ file: ['El archivo está vacío.'] });
    return { name: part.filename, bytes };
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(maxBytes);
    throw error;
  }
};

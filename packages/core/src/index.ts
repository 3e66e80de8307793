export { apiBaseUrl, type PageLocation } from './api-base-url.ts';
export {
  type ApiAnswer,
  type ApiClient,
  type ApiClientOptions,
  createApiClient,
  type RequestOptions,
  type RequestWithBody,
} from './api-client.ts';
export { ApiError, type ApiErrorDetails } from './api-error.ts';
export type { Credentials, SessionSnapshot } from './credentials.ts';
export { createIdempotencyKey } from './idempotency-key.ts';
export { type HasPermissions, type HasRoles, hasAnyRole, hasPermission, hasRole } from './permissions.ts';
export { profilePhotoUrl } from './profile-photo-url.ts';
export {
  createSession,
  type FetchUserOptions,
  type Session,
  type SessionApi,
  type SessionOptions,
} from './session.ts';
export {
  createSettings,
  type GetSetting,
  type KnownSettings,
  type SettingChanges,
  type Settings,
  type SettingsSnapshot,
  settingDefaults,
} from './settings.ts';
export { type StorageLike, storageKeys } from './storage.ts';
export type { Role, User } from './user.ts';
export { type QueryParams, type QueryValue, withQuery } from './with-query.ts';

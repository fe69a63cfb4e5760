// Generated from api/openapi.json by `npm run generate`.

export interface paths {
    "/api/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getChallenge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/send-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description As the crate `altcha` writes and reads it. */
        AltchaChallenge: {
            parameters: components["schemas"]["AltchaParameters"];
            signature: string;
        };
        AltchaParameters: {
            /** @example PBKDF2/SHA-256 */
            algorithm: string;
            /**
             * Format: int32
             * @description Iterations per derived key.
             */
            cost: number;
            /**
             * Format: int64
             * @description Seconds since 1970.
             */
            expiresAt: number;
            keyLength: number;
            keyPrefix: string;
            keySignature: string;
            nonce: string;
            salt: string;
        };
        /** @description What the form needs to get a token. */
        Challenge: {
            challenge: components["schemas"]["AltchaChallenge"];
            /** @enum {string} */
            provider: "altcha";
        } | {
            /** @enum {string} */
            provider: "turnstile";
            siteKey: string;
        };
        /**
         * @description `contactReason`.
         * @enum {string}
         */
        ContactReason: "threat-detection-response" | "devsecops" | "cloud-security" | "vulnerability-management" | "security-awareness" | "security-assessment" | "incident-response" | "partnership" | "reselling" | "other";
        /** @description The body of every failure. */
        Failure: {
            /**
             * @description Stable, for programs.
             * @example invalid_fields
             */
            code: string;
            /**
             * @description One English sentence for the log.
             * @example Some fields break a rule.
             */
            error: string;
            /** @description Only with `invalid_fields`: field name to the message to show beside it. */
            fields?: {
                [key: string]: string;
            } | null;
        };
        /**
         * @description The body of `POST /api/send-email`, for the description of the API.
         *
         *     For documentation only: a wrong type must be an error of its field, not of the request, so the api does not parse the
         *     body into it. Lengths count UTF-16 code units after trimming.
         */
        Inquiry: {
            company: string;
            /** @description Must be true. */
            consent: boolean;
            contactReason: components["schemas"]["ContactReason"];
            country?: string | null;
            /** @description What was entered into the form's control that people do not see. A person leaves it empty. */
            decoy?: string | null;
            /** Format: int32 */
            desiredConsultants?: number | null;
            /**
             * Format: int64
             * @description Milliseconds from the form's appearance to the press of its button.
             */
            elapsedMs?: number | null;
            /** Format: email */
            email: string;
            firstName: string;
            /** @description Must be true. */
            gdprConsent: boolean;
            lastName: string;
            message: string;
            /** @description Empty means not given; otherwise at least 5 characters. */
            phone?: string | null;
            program?: components["schemas"]["Program"] | null;
            /**
             * @description Names the texts of consent and privacy policy that the form showed; their digests are kept. An unknown version is
             *     refused. Without it, the site's current texts are noted.
             */
            textsVersion?: string | null;
            /** @description What the bot check's widget or proof of work produced. */
            turnstileToken?: string | null;
        };
        /**
         * @description `program`.
         * @enum {string}
         */
        Program: "edr-implementation" | "siem-threat-hunting" | "threat-intel-platform" | "purple-team-operations" | "compliance-governance";
        Receipt: {
            /**
             * Format: date-time
             * @description By when the visitor is answered, in the office's local time (RFC 3339); with 201 only.
             * @example 2026-11-25T18:00:00+01:00
             */
            answerDue?: string;
            /**
             * @description The ticket's reference.
             * @example FW-7K3Q-9D2M
             */
            reference: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the form needs to get a token; never cached */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Challenge"];
                };
            };
            /** @description Too many requests from this network; see `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description No challenge can be made now; see `Retry-After` */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    sendEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description One per inquiry as the visitor wrote it; the same key is the same inquiry */
                "Idempotency-Key"?: string | null;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Inquiry"];
            };
        };
        responses: {
            /** @description Known already: the reference of the first time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            /** @description Stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
            /** @description Not a JSON object, the key is not a UUID, or `Host` is invalid */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The bot check refused, or another site's page sent it */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Larger than 32 KiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Not `application/json` in UTF-8 without a content coding */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Field rules; `fields` has a message for each */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Too many requests from this network; see `Retry-After` */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description A fault of ours */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Come back after `Retry-After` seconds with the same key */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}

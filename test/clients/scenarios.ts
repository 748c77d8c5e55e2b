/**
 * Scenarios of the official conformance suite that apply to this server, and the reasons why the others do not.
 *
 * The server has four tools without arguments, has no sessions and sends no requests to clients.
 */

/** Scenarios in which every check must pass, by revision. The suite has none for 2024-11-05. */
export const APPLIES: Readonly<Record<string, readonly string[]>> = {
  "2025-03-26": ["server-session-lifecycle"],
  "2025-06-18": ["ping", "server-initialize", "server-session-lifecycle", "tools-list"],
  "2025-11-25": [
    "dns-rebinding-protection",
    "ping",
    "server-initialize",
    "server-session-lifecycle",
    "server-sse-multiple-streams",
    "server-sse-polling",
    "tools-list",
  ],
  "2026-07-28": [
    "dns-rebinding-protection",
    "http-header-validation",
    "input-required-result-unsupported-methods",
    "sep-2164-resource-not-found",
    "server-sse-multiple-streams",
    "tools-list",
  ],
};

/** Checks that must fail, with the reason, in scenarios that apply in part. All other checks must pass. */
export const APPLIES_IN_PART: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "server-stateless": {
    "sep-2575-server-rejects-undeclared-capability": "calls the suite's tool test_missing_capability",
    "sep-2575-missing-capability-http-400": "calls the suite's tool test_missing_capability",
    "sep-2575-http-server-no-independent-requests-on-stream": "calls the suite's tool test_streaming_elicitation",
    "sep-2575-server-no-log-without-loglevel": "calls the suite's tool test_logging_tool",
  },
  caching: {
    "sep-2549-prompts-list-caching-hints": "there are no prompts",
    "sep-2549-resources-list-caching-hints": "there are no resources",
    "sep-2549-resources-templates-list-caching-hints": "there are no resources",
  },
};

/** Scenarios that do not apply at any revision. Only the format of the messages is checked. */
export const DOES_NOT_APPLY: Readonly<Record<string, readonly string[]>> = {
  "calls tools that only the suite's own server has": [
    "json-schema-2020-12",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-error",
    "tools-call-image",
    "tools-call-mixed-content",
    "tools-call-simple-text",
    "tools-call-with-progress",
  ],
  "needs a tool that sends requests to the client; ours send none": [
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "input-required-result-basic-elicitation",
    "input-required-result-basic-list-roots",
    "input-required-result-basic-sampling",
    "input-required-result-capability-check",
    "input-required-result-ignore-extra-params",
    "input-required-result-missing-input-response",
    "input-required-result-multi-round",
    "input-required-result-multiple-input-requests",
    "input-required-result-non-tool-request",
    "input-required-result-request-state",
    "input-required-result-result-type",
    "input-required-result-tampered-state",
    "input-required-result-validate-input",
    "tools-call-elicitation",
    "tools-call-sampling",
  ],
  "needs a tool whose arguments are repeated in HTTP fields; ours have no arguments": [
    "http-custom-header-server-validation",
  ],
  "there is nothing to complete: no prompts and no resource templates": ["completion-complete"],
  "nothing is logged to clients": ["logging-set-level", "tools-call-with-logging"],
  "there are no prompts": [
    "prompts-get-embedded-resource",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-with-image",
    "prompts-list",
  ],
  "there are no resources": [
    "resources-list",
    "resources-read-binary",
    "resources-read-text",
    "resources-subscribe",
    "resources-templates-read",
    "resources-unsubscribe",
  ],
};

/** Expected warnings in scenarios that pass, with the reason for each. */
export const WARNINGS: Readonly<Record<string, string>> = {
  "server-sse-multiple-streams-session": "the server has no sessions",
  "server-sse-polling-session": "the server has no sessions",
  "sep-2164-error-code": "without resources their methods are unknown: -32601, not -32602",
  "sep-2164-data-uri": "without resources their methods are unknown, so the error names no URI",
};

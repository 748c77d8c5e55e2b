# A cache in front of the service. Varnish has no TLS: put Caddy, nginx or hitch in front of it, and set TRUST_PROXY=2.
#
#   varnishd -a 127.0.0.1:6081 -f varnish.vcl -s malloc,64m -p http_gzip_support=off -p http_range_support=off -p backend_idle_timeout=60
#   varnishadm ban 'req.url ~ .'    empties the cache, for example after a publication
#
# http_gzip_support=off: the service compresses, and Varnish stores br, gzip and plain responses separately, by Vary.
# http_range_support=off: the service does not support ranges, so its cache must not either.
# backend_idle_timeout=60: behind a proxy the service closes idle connections after 65 seconds.
vcl 4.1;

import std;

backend service {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 2s;
    .first_byte_timeout = 15s;
    .probe = {
        .url = "/readyz";
        .interval = 2s;
        .timeout = 1s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

sub vcl_recv {
    # Real clients send shorter values. The regular expressions below fail on very long ones.
    if (req.http.Accept ~ "(?s)^.{1025}") {
        return (synth(431, "Too large"));
    }
    # MCP uses POST. Requests other than GET and HEAD are not cached, and every field is passed on unchanged.
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # The service ignores the query.
    set req.url = regsub(req.url, "\?.*$", "");

    # Normalise the common spellings. Unusual values are passed on unchanged and get their own cache entry. Markdown
    # listed first and without a weight is always preferred. A well-formed list without markdown and without q=0 that
    # contains HTML or a wildcard means HTML.
    if (req.http.Accept ~ "(?i)^\s*text/markdown\s*(?:,|$)") {
        set req.http.Accept = "text/markdown";
    } elsif (!req.http.Accept || req.http.Accept ~ "(?i)^(?!.*markdown)(?=(?:.*,)?\s*(?:text/html|text/\*|\*/\*)\s*(?:[;,]|$))(?:\s*[\w.+*-]+/[\w.+*-]+(?:\s*;\s*(?:q=(?:1(?:\.0{0,3})?|0\.(?:[1-9]\d{0,2}|0[1-9]\d?|00[1-9]))|(?!q\s*=)[\w-]+=[\w.-]+))*\s*(?:,|$))+$") {
        set req.http.Accept = "text/html";
    }
    # In a list of codings without weights only br and gzip matter.
    if (req.http.Accept-Encoding ~ "(?i)^[a-z,\s-]*$") {
        if (req.http.Accept-Encoding ~ "(?i)(?:^|,)\s*br\s*(?:,|$)") {
            if (req.http.Accept-Encoding ~ "(?i)(?:^|,)\s*gzip\s*(?:,|$)") {
                set req.http.Accept-Encoding = "br, gzip";
            } else {
                set req.http.Accept-Encoding = "br";
            }
        } elsif (req.http.Accept-Encoding ~ "(?i)(?:^|,)\s*gzip\s*(?:,|$)") {
            set req.http.Accept-Encoding = "gzip";
        } elsif (req.http.Accept-Encoding !~ "(?i)gzip") {
            unset req.http.Accept-Encoding;
        }
    }

    # stale-while-revalidate. While the service is down, and on the second attempt after a failure, stale responses are
    # served for up to a day.
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 10m;
    } else {
        set req.grace = 1d;
    }
    return (hash);
}

# Responses do not depend on Host, because there is only one cottage.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_response {
    if (bereq.uncacheable) {
        return (deliver);
    }
    # An error never replaces a response that may still be served, and is never stored.
    if (beresp.status >= 500 || (beresp.status != 200 && bereq.is_bgfetch)) {
        return (abandon);
    }
    if (beresp.status != 200) {
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        return (deliver);
    }
    # stale-if-error: for a day, a stale response is revalidated with its entity tag, and is served if the service
    # fails.
    set beresp.grace = 1d;
}

sub vcl_backend_error {
    return (abandon);
}

sub vcl_deliver {
    if (obj.hits > 0) {
        set resp.http.Cache-Status = "varnish; hit";
    }
    unset resp.http.X-Varnish;
}

# If the service does not respond, serve a stale response. If there is none, a browser that opens an address gets a
# page, and other clients get an error in the service's JSON format.
sub vcl_synth {
    if (resp.status != 431 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        return (restart);
    }
    set resp.http.Content-Type = "application/json";
    set resp.http.Cache-Control = "no-store";
    set resp.http.Access-Control-Allow-Origin = "*";
    set resp.http.X-Content-Type-Options = "nosniff";
    unset resp.http.X-Varnish;
    if (resp.status == 431) {
        synthetic("""{"error":{"code":"fields_too_large","message":"The field Accept is longer than 1024 characters"}}""");
        return (deliver);
    }
    set resp.status = 503;
    set resp.http.Retry-After = "5";
    if (req.http.Sec-Fetch-Dest == "document" && req.url !~ "^/(?:api|mcp|\.well-known)(?:/|$)") {
        set resp.http.Content-Type = "text/html; charset=utf-8";
        set resp.http.Content-Security-Policy = "default-src 'none'";
        synthetic(std.fileread("/opt/holiday-cottage/current/scripts/deploy/away.html"));
        return (deliver);
    }
    synthetic("""{"error":{"code":"unavailable","message":"Service unavailable","hint":"Try again in five seconds"}}""");
    return (deliver);
}

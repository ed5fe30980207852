// Package gotest confirms appointments by text message.
package gotest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

// Tolerance is how far the time of sending may be from the current time.
const Tolerance = 5 * time.Minute

var timestampPattern = regexp.MustCompile(`^[0-9]{1,15}$`)

// Verify returns the bytes that the signature covers, and whether the request is genuine: SIG-2 and SIG-7 of the
// behavior reference. The body must be as received, before any parser.
func Verify(body []byte, header http.Header, secret string, now time.Time) ([]byte, bool) {
	signature, timestamp := header.Get("Signature"), header.Get("Timestamp")
	environments := header.Values("Environment")
	if len(environments) != 1 || !timestampPattern.MatchString(timestamp) {
		return nil, false
	}
	sentAt, _ := strconv.ParseInt(timestamp, 10, 64)
	if sentAt < 100_000_000_000 { // The unit is seconds.
		sentAt *= 1000
	}
	skew := now.Sub(time.UnixMilli(sentAt))
	if skew < -Tolerance || skew > Tolerance {
		return nil, false
	}
	// The service signs minified JSON. A service that minifies before sending signs the body as received.
	for _, candidate := range [][]byte{body, Minify(body)} {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(base64.StdEncoding.EncodeToString(candidate) + "." + environments[0] + "." + timestamp))
		expected := base64.StdEncoding.EncodeToString(mac.Sum(nil))
		if hmac.Equal([]byte(expected), []byte(signature)) {
			return candidate, true
		}
	}
	return nil, false
}

// Minify removes white space outside strings. Parsing and serializing again would change numbers and escapes.
func Minify(body []byte) []byte {
	minified := make([]byte, 0, len(body))
	inString, escaped := false, false
	for _, char := range body {
		if !inString && (char == ' ' || char == '\t' || char == '\r' || char == '\n') {
			continue
		}
		minified = append(minified, char)
		switch {
		case escaped:
			escaped = false
		case inString && char == '\\':
			escaped = true
		case char == '"':
			inString = !inString
		}
	}
	return minified
}

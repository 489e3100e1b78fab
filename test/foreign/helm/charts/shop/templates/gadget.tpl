apiVersion: foreign.slipway.dev/v1
kind: Gadget
metadata:
  name: {{ .Release.Name }}
spec:
  size: {{ .Values.gadget.size }}
